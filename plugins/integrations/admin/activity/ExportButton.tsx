import Button from '@mui/material/Button'
import { errorText, Icon, useToast, type ConsoleDataProvider } from '@crossdock/admin/kit'
import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useDataProvider, useTranslate } from 'ra-core'
import type { LogEntry } from '../model.js'
import { csvFileName, saveText, toCsv } from './export_csv.js'

const MOST_ROWS = 10_000
const PAGE = 1_000

interface ExportButtonProps {
  filter: Record<string, string>
  disabled: boolean
}

/** Saves every row that matches the filters, not only the page on screen, up to 10,000. */
export function ExportButton({ filter, disabled }: ExportButtonProps) {
  const translate = useTranslate()
  const toast = useToast()
  const provider = useDataProvider<ConsoleDataProvider>()
  const save = useMutation({
    mutationFn: async () => {
      const rows: LogEntry[] = []
      let total = 1
      for (let page = 1; rows.length < Math.min(total, MOST_ROWS); page += 1) {
        const answer = await provider.getList<LogEntry>('integrations/logs', {
          pagination: { page, perPage: PAGE },
          sort: { field: 'createdAt', order: 'DESC' },
          filter,
        })
        if (answer.data.length === 0) break
        rows.push(...answer.data)
        total = answer.total ?? rows.length
      }
      saveText(csvFileName(), toCsv(rows))
      return rows.length
    },
    onSuccess: (count) =>
      toast({ title: translate('integrations.activity.exported', { smart_count: count }) }),
    onError: (error) =>
      toast({
        title: translate('kit.error.toast'),
        description: errorText(error, translate, translate('integrations.activity.exportFailed')),
        kind: 'destructive',
      }),
  })
  return (
    <Button
      variant="outlined"
      startIcon={<Icon icon={Download} />}
      disabled={disabled || save.isPending}
      onClick={() => save.mutate()}
    >
      {translate('integrations.activity.export')}
    </Button>
  )
}
