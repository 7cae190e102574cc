-- A checkpoint signs the end of the chain of document hashes too, so that the chain can't be removed with its seal unseen.
alter table checkpoints add column documents bigint, add column documents_hash text;
comment on column checkpoints.documents is 'how many hashes of documents it covers; null where none was sealed';
comment on column checkpoints.documents_hash is 'the hash of the last of them, by document_hashes.hash';
