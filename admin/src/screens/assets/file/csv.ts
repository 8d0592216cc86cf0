/** Rows of a CSV text, each a list of cells. */
export interface Csv {
  rows: string[][]
  /** Whether there are more rows than requested. */
  isCut: boolean
}

const delimiters = [',', ';', '\t', '|']

/** The most frequent delimiter of the first line, outside quotes. */
export function delimiterOf(text: string): string {
  const [head = ''] = text.replace(/"[^"]*"/g, '').split('\n', 1)
  const count = (sign: string) => head.split(sign).length
  return delimiters.reduce((best, sign) => (count(sign) > count(best) ? sign : best))
}

/**
 * Parses a CSV text for display, and accepts malformed input. Quotes may contain delimiters, line breaks
 * and doubled quotes (RFC 4180).
 */
export function parseCsv(text: string, mostRows: number, delimiter = delimiterOf(text)): Csv {
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  let isQuoted = false
  const endRow = () => {
    row.push(cell)
    // Skip empty lines.
    if (row.length > 1 || cell !== '') rows.push(row)
    row = []
    cell = ''
  }
  for (let at = text.startsWith('\uFEFF') ? 1 : 0; at < text.length; at++) {
    const sign = text[at]!
    if (isQuoted) {
      if (sign !== '"') cell += sign
      else if (text[at + 1] === '"') cell += text[at++]
      else isQuoted = false
    } else if (sign === '"' && cell === '') isQuoted = true
    else if (sign === delimiter) {
      row.push(cell)
      cell = ''
    } else if (sign === '\n') {
      endRow()
      if (rows.length > mostRows) return { rows: rows.slice(0, mostRows), isCut: true }
    } else if (sign !== '\r' || text[at + 1] !== '\n') cell += sign
  }
  if (cell !== '' || row.length > 0) endRow()
  return { rows: rows.slice(0, mostRows), isCut: rows.length > mostRows }
}
