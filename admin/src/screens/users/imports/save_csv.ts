/** Escapes values that a spreadsheet would treat as a formula, as the server's exports do. */
const cell = (value: string) => {
  const plain = /^[=+\-@\t\r＝]/.test(value) ? `'${value}` : value
  return /[",;\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}

/** Rows as CSV for spreadsheets. */
export const toCsv = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')

/** Downloads a CSV text. */
export function saveCsv(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob(['\uFEFF', text], { type: 'text/csv' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // After the download has started.
  setTimeout(() => URL.revokeObjectURL(url))
}
