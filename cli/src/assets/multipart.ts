/** A field of a multipart form. */
export function part(boundary: string, disposition: string, value: string): string {
  return `--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${value}\r\n`
}

/** What stands before the bytes of a file. */
export function partHead(boundary: string, disposition: string, type: string): string {
  return `--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\nContent-Type: ${type}\r\n\r\n`
}

/** A quoted string of MIME; line breaks, which it cannot hold, as browsers write them. */
export function quoted(name: string): string {
  return name.replace(/["\\]/g, '\\$&').replace(/\r/g, '%0D').replace(/\n/g, '%0A')
}
