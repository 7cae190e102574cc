-- What the PDFs of invoices and credit notes contain for programs: the UBL document, as all of them until now, or Factur-X.
alter table document_settings add column embedded_xml text not null default 'ubl';
alter table document_settings add constraint document_settings_embedded_xml_is_known
  check (embedded_xml in ('ubl', 'factur_x')) not valid;
alter table document_settings validate constraint document_settings_embedded_xml_is_known;
