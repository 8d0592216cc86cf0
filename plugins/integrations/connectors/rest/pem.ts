const block = /-----BEGIN ([A-Z0-9 ]+)-----([\s\S]*?)-----END \1-----/g

/**
 * A PEM text with its line breaks restored: a field of one line loses them when a person pastes. Blocks with
 * headers (`Proc-Type`) stay as they are.
 */
export function pemOf(text: string | undefined): string | undefined {
  return text?.replace(block, (whole, label: string, content: string) => {
    if (content.includes(':')) return whole
    const base64 = content.replace(/\s+/g, '')
    const lines = base64.match(/.{1,64}/g)?.join('\n') ?? ''
    return `-----BEGIN ${label}-----\n${lines}\n-----END ${label}-----\n`
  })
}
