import type { Asset } from '@crossdock/client'
import Button from '@mui/material/Button'
import {
  ConfirmDialog,
  formatInteger,
  Icon,
  invalidate,
  totalKey,
  useApi,
  useErrorToast,
  useToast,
} from '@crossdock/admin/kit'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { purgeAll } from './purge_all.js'

/** Permanently deletes everything in the trash; hidden while it is empty. */
export function EmptyTrashButton() {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`assets.purge.${key}`, values)
  const api = useApi()
  const client = useQueryClient()
  const toast = useToast()
  const showError = useErrorToast()
  const [isAsked, setAsked] = useState(false)
  const filter = { trashed: true }
  const total = useQuery({
    queryKey: totalKey('assets', { filter: JSON.stringify(filter) }),
    queryFn: async () => {
      const request = { range: [0, 0], sort: ['trashedAt', 'DESC'], filter } as const
      return (await api.list<Asset>('assets', request)).total
    },
  })
  const empty = useMutation({
    mutationFn: () => purgeAll(api),
    onSuccess: () => toast({ title: text('emptied') }),
    onError: (error) => showError(error, { fallback: text('failed') }),
    onSettled: () => {
      setAsked(false)
      return invalidate(client, ['assets', 'dashboard'])
    },
  })
  if (!total.data) return null
  return (
    <>
      <Button
        variant="outlined"
        color="error"
        startIcon={<Icon icon={Trash2} />}
        onClick={() => setAsked(true)}
      >
        {text('empty')}
      </Button>
      <ConfirmDialog
        open={isAsked}
        destructive
        title={text('emptyTitle')}
        description={text('emptyText', {
          smart_count: total.data,
          count: formatInteger(total.data),
        })}
        confirmLabel={text('empty')}
        pending={empty.isPending}
        onConfirm={() => empty.mutate()}
        onClose={() => setAsked(false)}
      />
    </>
  )
}
