package shop;

public record Order(long id, String article, int quantity) {}
