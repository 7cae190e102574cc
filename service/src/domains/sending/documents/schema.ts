import * as Type from "../../../platform/values/typebox.ts";

const mediaType = "application/pdf";

/** A PDF as a response. */
export const pdfContent = {
  mediaType,
  schema: Type.String({ format: "binary", contentMediaType: mediaType }),
  example: "%PDF-1.7 …",
};

export const pdfResponse = ({ fileName, pdf }: { fileName: string; pdf: Buffer }) => ({
  status: 200,
  body: pdf,
  mediaType,
  headers: { "content-disposition": `inline; filename="${fileName}"` },
});
