import Button from '@mui/material/Button'
import { Icon } from '@crossdock/admin/kit'
import { FileText } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { useUploads } from '../assets/upload/use_uploads.js'

const waybill = `WAYBILL LH-2041
Carrier: Lumen Harbor Logistics
From: Port of Ostrava Bay
To: Lumen Harbor, gate 4
Goods: Machine parts
Pallets: 18
Gross weight: 7420 kg
`
const arrivals = `reference,origin,goods,pallets,weight_kg
LH-2041,Port of Ostrava Bay,Machine parts,18,7420
LH-2042,Cape Meridian,Ceramic tiles,24,21800
LH-2043,Port of Ostrava Bay,Olive oil,12,9600
`
const declaration = {
  reference: 'LH-2041',
  consignee: 'Lumen Harbor Logistics',
  lines: [
    { goods: 'Machine parts', pallets: 18, weightKg: 7420 },
    { goods: 'Spare belts', pallets: 2, weightKg: 310 },
  ],
}

const samples = () => [
  new File([waybill], 'waybill-lh-2041.txt', { type: 'text/plain' }),
  new File([arrivals], 'arrivals.csv', { type: 'text/csv' }),
  new File([JSON.stringify(declaration, null, 2)], 'declaration-lh-2041.json', {
    type: 'application/json',
  }),
]

/** Uploads three small files into a new folder, to try previews, links and workflows. */
export function SampleFiles() {
  const translate = useTranslate()
  const { queue } = useUploads()
  const [isTaken, setTaken] = useState(false)
  const folder = translate('start.samples')
  const add = () => {
    setTaken(true)
    queue.add(
      samples().map((file) => ({ file, path: `${folder}/${file.name}` })),
      { id: null }
    )
  }
  return (
    <Button
      variant="outlined"
      disabled={isTaken}
      startIcon={<Icon icon={FileText} />}
      onClick={add}
    >
      {translate('start.addSamples')}
    </Button>
  )
}
