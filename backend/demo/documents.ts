/** A file of the demo tenant. */
export interface DemoDocument {
  folder: string
  name: string
  type: string
  content: string
}

const shipments = [
  ['LH-2041', 'Port of Ostrava Bay', 'Machine parts', 18, 7420],
  ['LH-2042', 'Cape Meridian', 'Ceramic tiles', 24, 21800],
  ['LH-2043', 'Port of Ostrava Bay', 'Olive oil', 12, 9600],
  ['LH-2044', 'New Gullwick', 'Bicycles', 40, 6150],
] as const

const csv = [
  'reference,origin,goods,pallets,weight_kg',
  ...shipments.map((row) => row.join(',')),
  '',
].join('\n')

function waybill([reference, origin, goods, pallets, weight]: (typeof shipments)[number]): string {
  return [
    `WAYBILL ${reference}`,
    'Carrier: Lumen Harbor Logistics',
    `From: ${origin}`,
    'To: Lumen Harbor, gate 4',
    `Goods: ${goods}`,
    `Pallets: ${pallets}`,
    `Gross weight: ${weight} kg`,
    '',
  ].join('\n')
}

/** A one-page PDF with the given lines (PDF 1.4, built-in font; offsets are counted, not guessed). */
function pdf(lines: string[]): string {
  const escaped = lines.map((line) => line.replace(/[\\()]/g, '\\$&'))
  const text = `BT /F1 12 Tf 60 780 Td 16 TL ${escaped.map((line) => `(${line}) Tj T*`).join(' ')} ET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  let body = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const offset = body.length
    body += `${index + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const size = objects.length + 1
  return `${body}xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`
}

export const folders = ['Arrivals', 'Invoices', 'Price lists']

/** The documents of a new demo tenant. */
export const documents: DemoDocument[] = [
  {
    folder: 'Price lists',
    name: 'storage-rates.csv',
    type: 'text/csv',
    content: 'zone,per_day_eur\nA,4.20\nB,3.10\nCold,9.80\n',
  },
  {
    folder: 'Invoices',
    name: 'invoice-0412.pdf',
    type: 'application/pdf',
    content: pdf([
      'INVOICE 0412',
      'Lumen Harbor Logistics',
      '',
      'Storage, zone A, 14 days: 58.80 EUR',
      'Handling, 18 pallets: 126.00 EUR',
      '',
      'Total: 184.80 EUR',
    ]),
  },
  {
    folder: 'Invoices',
    name: 'invoice-0413.pdf',
    type: 'application/pdf',
    content: pdf([
      'INVOICE 0413',
      'Lumen Harbor Logistics',
      '',
      'Cold storage, 3 days: 29.40 EUR',
      '',
      'Total: 29.40 EUR',
    ]),
  },
]

/** Files that arrive once the workflow watches the folder. */
export const arrivals: DemoDocument[] = [
  { folder: 'Arrivals', name: 'shipments.csv', type: 'text/csv', content: csv },
  ...shipments.map((shipment) => ({
    folder: 'Arrivals',
    name: `waybill-${shipment[0].toLowerCase()}.txt`,
    type: 'text/plain',
    content: waybill(shipment),
  })),
]
