/** Context of the sealed address of a link in its mail job. */
export const mailContext = (shareId: string): string => `shares:${shareId}`
