module loombench/zoo/go

go 1.24
