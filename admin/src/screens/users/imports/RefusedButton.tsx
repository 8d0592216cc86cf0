import type { UserImportRow } from '@crossdock/client'
import Button from '@mui/material/Button'
import { Icon, useApi, useErrorToast } from '@crossdock/admin/kit'
import { FileDown } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { saveCsv, toCsv } from './save_csv.js'

const pageSize = 200
/** The number of pages of the largest allowed file. */
const mostPages = 500

/** Downloads the rejected rows, each with its line number and reason. */
export function RefusedButton({ id }: { id: string }) {
  const translate = useTranslate()
  const api = useApi()
  const showError = useErrorToast()
  const [isSaving, setSaving] = useState(false)
  const readAllRows = async () => {
    const rows: UserImportRow[] = []
    for (let page = 0; page < mostPages; page++) {
      const from = page * pageSize
      const found = await api.read<UserImportRow[]>(`users/imports/${id}/rows`, {
        query: {
          filter: JSON.stringify({ outcome: 'error' }),
          range: `[${from},${from + pageSize - 1}]`,
        },
      })
      rows.push(...found)
      if (found.length < pageSize) break
    }
    const lines = rows.map(({ line, email, message }) => [String(line), email ?? '', message ?? ''])
    saveCsv('refused.csv', toCsv([['line', 'email', 'reason'], ...lines]))
  }
  const save = () => {
    setSaving(true)
    void readAllRows()
      .catch(showError)
      .finally(() => setSaving(false))
  }
  return (
    <Button startIcon={<Icon icon={FileDown} />} disabled={isSaving} onClick={save}>
      {translate('users.import.refused')}
    </Button>
  )
}
