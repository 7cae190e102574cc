import type { XmlSyntax } from "../../fiscal/xml-documents/xml-job.ts";
import type { DocumentSettings } from "../document-settings/schema.ts";
import { attach, type Paper } from "./pdf.ts";

/** The invoice for programs within the PDF: its UBL document under its number, or what Factur-X and ZUGFeRD demand. */
type Kinds = Pick<DocumentSettings, "embedded_xml">;

/** Factur-X knows CII only. */
export const syntaxOf = ({ embedded_xml }: Kinds): XmlSyntax => (embedded_xml === "factur_x" ? "cii" : "ubl");

type EmbeddedXml = { kind: "invoice" | "creditNote"; number: string; xml: string; now: Date };

export function embedXml(
  paper: Paper,
  { embedded_xml }: Kinds,
  { kind, number, xml, now }: EmbeddedXml,
): void {
  const isFacturX = embedded_xml === "factur_x";
  attach(paper, {
    name: isFacturX ? facturXName : `${number}.xml`,
    mediaType: "text/xml",
    description: paper.texts.attachment[kind](isFacturX ? "Factur-X" : "UBL 2.1"),
    content: Buffer.from(xml),
    now,
  });
  if (isFacturX) paper.doc.appendXML(facturXMetadata);
}

/** Programs look for this very name. */
const facturXName = "factur-x.xml";

const namespace = "urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#";

/** A credit note is an INVOICE too; its type code within the XML says which. */
const properties = [
  { name: "DocumentType", value: "INVOICE", description: "The type of the embedded document" },
  { name: "DocumentFileName", value: facturXName, description: "The name of the embedded XML file" },
  { name: "Version", value: "1.0", description: "The version of the schema of the embedded XML" },
  { name: "ConformanceLevel", value: "EN 16931", description: "The profile of the embedded XML" },
] as const;

// PDF/A allows metadata beyond its own only together with a description of them.
const described = properties.map(
  ({ name, description }) => `
                <rdf:li rdf:parseType="Resource">
                  <pdfaProperty:name>${name}</pdfaProperty:name>
                  <pdfaProperty:valueType>Text</pdfaProperty:valueType>
                  <pdfaProperty:category>external</pdfaProperty:category>
                  <pdfaProperty:description>${description}</pdfaProperty:description>
                </rdf:li>`,
);

const facturXMetadata = `
        <rdf:Description rdf:about="" xmlns:fx="${namespace}">
          ${properties.map(({ name, value }) => `<fx:${name}>${value}</fx:${name}>`).join("\n          ")}
        </rdf:Description>
        <rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/"
            xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
          <pdfaExtension:schemas>
            <rdf:Bag>
              <rdf:li rdf:parseType="Resource">
                <pdfaSchema:schema>Factur-X PDFA Extension Schema</pdfaSchema:schema>
                <pdfaSchema:namespaceURI>${namespace}</pdfaSchema:namespaceURI>
                <pdfaSchema:prefix>fx</pdfaSchema:prefix>
                <pdfaSchema:property>
                  <rdf:Seq>${described.join("")}
                  </rdf:Seq>
                </pdfaSchema:property>
              </rdf:li>
            </rdf:Bag>
          </pdfaExtension:schemas>
        </rdf:Description>`;
