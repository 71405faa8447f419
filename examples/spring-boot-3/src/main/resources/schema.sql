create alias slow_view for "shop.SlowView.read";

create table orders (
    id bigint primary key,
    article varchar(100) not null,
    quantity int not null
);

insert into orders values (1, 'espresso machine', 1), (2, 'grinder', 2), (3, 'beans', 10);
