const block = /-----BEGIN ([A-Z0-9 ]+)-----([\s\S]*?)-----END \1-----/g

/**
 * Restores the line breaks of a PEM text, which pasting into a single-line field removes. Blocks with headers
 * (`Proc-Type`) are not changed.
 */
export function pemOf(text: string | undefined): string | undefined {
  return text?.replace(block, (whole, label: string, content: string) => {
    if (content.includes(':')) return whole
    const base64 = content.replace(/\s+/g, '')
    const lines = base64.match(/.{1,64}/g)?.join('\n') ?? ''
    return `-----BEGIN ${label}-----\n${lines}\n-----END ${label}-----\n`
  })
}
