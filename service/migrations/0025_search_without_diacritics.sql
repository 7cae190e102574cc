-- The form in which names are searched: lower case and without diacritics, so that "olorun" finds "Ọlọ́run" and
-- "strasse" finds "Straße". Marks are removed after decomposition; letters that do not decompose are replaced. The body
-- is parsed now and not when it runs, so that a restore needs no search path.
create function search_key(original text) returns text language sql immutable parallel safe
  return case when octet_length(original) = char_length(original) then lower(original) else
    replace(replace(replace(replace(
      lower(translate(
        regexp_replace(normalize(original, nfd),
          '[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]',
          '', 'g'),
        'ĐđÐðØøŁłıĦħŦŧƁɓƊɗƉɖƘƙƳƴƐɛƆɔŊŋƑƒƔɣƲʋÆŒÞẞ’‘ʼ',
        'ddddoollihhttbbddddkkyyeeoonnffggvvæœþß''''''')),
      'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th')
  end;

-- The space before the first word lets one pattern find the beginning of any word: '% ada%'.
alter table customers add column name_key text generated always as (' ' || search_key(name)) stored;
alter table products add column name_key text generated always as (' ' || search_key(name)) stored;

drop index customers_search;
create index customers_search on customers using gin (company_id, name_key gin_trgm_ops);
drop index products_search;
create index products_search on products using gin (company_id, name_key gin_trgm_ops, search_key(sku) gin_trgm_ops);

-- By these, the records whose name or reference begins with a text are found in order, however many contain it.
create index customers_by_name on customers (company_id, name_key collate "C", id desc) where id > 0;
create index products_by_name on products (company_id, name_key collate "C", id desc) where id > 0;
create index payments_by_reference on payments (company_id, search_key(reference) collate "C", id desc)
  where reference is not null and id > 0;
