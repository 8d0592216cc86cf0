/** A field of a multipart form. */
export function formField(boundary: string, disposition: string, value: string): string {
  return `--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${value}\r\n`
}

/** The part header before the bytes of a file. */
export function formFileHead(boundary: string, disposition: string, type: string): string {
  return `--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\nContent-Type: ${type}\r\n\r\n`
}

/** A quoted string of MIME. Encodes line breaks, which it cannot contain, as browsers do. */
export function quoteMime(name: string): string {
  return name.replace(/["\\]/g, '\\$&').replace(/\r/g, '%0D').replace(/\n/g, '%0A')
}
