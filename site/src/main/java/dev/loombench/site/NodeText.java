package dev.loombench.site;

import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Code;
import org.commonmark.node.CustomNode;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.HardLineBreak;
import org.commonmark.node.IndentedCodeBlock;
import org.commonmark.node.Node;
import org.commonmark.node.Paragraph;
import org.commonmark.node.SoftLineBreak;
import org.commonmark.node.Text;

/// The text of a part of a page, without marks and addresses, on one line.
final class NodeText extends AbstractVisitor {
    private final StringBuilder text = new StringBuilder();

    private NodeText() {}

    static String of(Node node) {
        var visitor = new NodeText();
        node.accept(visitor);
        return visitor.text.toString().replaceAll("\\s+", " ").strip();
    }

    @Override
    public void visit(Text node) {
        text.append(node.getLiteral());
    }

    @Override
    public void visit(Code node) {
        text.append(node.getLiteral());
    }

    @Override
    public void visit(SoftLineBreak node) {
        text.append(' ');
    }

    @Override
    public void visit(HardLineBreak node) {
        text.append(' ');
    }

    @Override
    public void visit(Paragraph node) {
        visitChildren(node);
        text.append(' ');
    }

    @Override
    public void visit(FencedCodeBlock node) {
        text.append(node.getLiteral()).append(' ');
    }

    @Override
    public void visit(IndentedCodeBlock node) {
        text.append(node.getLiteral()).append(' ');
    }

    /// Rows and cells of a table.
    @Override
    public void visit(CustomNode node) {
        visitChildren(node);
        text.append(' ');
    }
}
