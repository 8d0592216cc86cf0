import type { IntegrationLog } from '@crossdock/client'
import Button from '@mui/material/Button'
import { resolvePeriods, errorText, Icon, useApi, useToast } from '@crossdock/admin/kit'
import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useListContext, useTranslate } from 'ra-core'
import { csvFileName, saveText, toCsv } from './export_csv.js'

const MOST_ROWS = 10_000
const PAGE = 1_000

/** Exports every row that matches the filters, up to 10,000, not only the page on screen. */
export function ExportButton() {
  const { filterValues, total } = useListContext()
  const translate = useTranslate()
  const toast = useToast()
  const api = useApi()
  const save = useMutation({
    mutationFn: async () => {
      const rows: IntegrationLog[] = []
      let total = 1
      while (rows.length < Math.min(total, MOST_ROWS)) {
        const page = await api.list<IntegrationLog>('integrations/logs', {
          range: [rows.length, rows.length + PAGE - 1],
          sort: ['createdAt', 'DESC'],
          filter: resolvePeriods(filterValues as Record<string, unknown>),
        })
        if (page.items.length === 0) break
        rows.push(...page.items)
        total = page.total
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
      disabled={!total || save.isPending}
      onClick={() => save.mutate()}
    >
      {translate('integrations.activity.export')}
    </Button>
  )
}
