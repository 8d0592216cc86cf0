/** What a spreadsheet would take for a formula is told apart, as our exports do. */
const cell = (value: string) => {
  const plain = /^[=+\-@\t\r＝]/.test(value) ? `'${value}` : value
  return /[",;\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}

/** Rows as CSV that spreadsheets read. */
export const toCsv = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')

/** Has the browser save a CSV text. */
export function saveCsv(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob(['\uFEFF', text], { type: 'text/csv' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Once it has begun.
  setTimeout(() => URL.revokeObjectURL(url))
}
