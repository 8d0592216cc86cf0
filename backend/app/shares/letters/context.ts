/** What the address of a link is sealed for, until its mail is sent. */
export const mailContext = (shareId: string): string => `shares:${shareId}`
