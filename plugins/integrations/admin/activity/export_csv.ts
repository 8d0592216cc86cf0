import type { IntegrationLog } from '@crossdock/client'

const columns = ['Execution ID', 'Status', 'Duration', 'Created At', 'Error']

/** The log as CSV (RFC 4180), safe to open in a spreadsheet. */
export function toCsv(logs: readonly IntegrationLog[]): string {
  const rows = logs.map(({ executionId, status, duration, createdAt, errorMessage }) => [
    executionId,
    status,
    duration === null ? '' : `${duration}ms`,
    createdAt,
    errorMessage ?? '',
  ])
  return [columns, ...rows].map((row) => row.map(cell).join(',')).join('\r\n') + '\r\n'
}

// Spreadsheets run cells that start with one of these as formulas; an apostrophe makes them text.
function cell(text: string): string {
  const safe = /^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** "integration-logs-2026-11-20.csv", by the reader's local date. */
export function csvFileName(now = new Date()): string {
  const two = (value: number) => String(value).padStart(2, '0')
  const date = [now.getFullYear(), two(now.getMonth() + 1), two(now.getDate())].join('-')
  return `integration-logs-${date}.csv`
}

/** Downloads a text as a file. */
export function saveText(name: string, text: string): void {
  // The byte order mark makes spreadsheets read the text as UTF-8.
  const blob = new Blob(['\ufeff', text], { type: 'text/csv;charset=utf-8' })
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}
