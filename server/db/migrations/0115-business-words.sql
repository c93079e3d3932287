-- The community's own business words, in the order in which days show them. Without any, the
-- application's own are shown.
create table business_word (
  position integer primary key,
  word text not null,
  meaning text not null,
  example text not null
);
