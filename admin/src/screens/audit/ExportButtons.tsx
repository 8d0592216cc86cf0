import Button from '@mui/material/Button'
import { resolvePeriods, Icon, useDownload } from '@crossdock/admin/kit'
import { Download } from 'lucide-react'
import { useListContext, useTranslate } from 'ra-core'
import { addTenant } from '../../data/tenant_url.js'

/** Exports all matching entries: as a table, or as JSON lines. Without filters the lines can be verified offline. */
export function ExportButtons() {
  const { filterValues, total } = useListContext()
  const translate = useTranslate()
  const { start } = useDownload()
  const save = (format: string) => {
    const filter = { ...resolvePeriods(filterValues as Record<string, unknown>), format }
    const query = new URLSearchParams({ filter: JSON.stringify(filter) })
    start(addTenant(`/api/audit/export?${query.toString()}`))
  }
  return (
    <>
      {['csv', 'jsonl'].map((format) => (
        <Button
          key={format}
          variant="outlined"
          startIcon={<Icon icon={Download} />}
          disabled={!total}
          // A page cannot see when a download ends, so the second half of a double click is ignored.
          onClick={({ detail }) => detail < 2 && save(format)}
        >
          {translate(`audit.export.${format}`)}
        </Button>
      ))}
    </>
  )
}
