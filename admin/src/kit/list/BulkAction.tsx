import Button from '@mui/material/Button'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useListContext, useTranslate, type Identifier } from 'ra-core'
import { useApi } from '../data/api.js'
import { errorText } from '../data/errors.js'
import type { ActionRequest } from '../data/types.js'
import { invalidate } from '../data/useAction.js'
import { Icon, type LucideIcon } from '../Icon.js'
import { useToast } from '../toast.js'

interface BulkActionProps {
  label: string
  icon: LucideIcon
  destructive?: boolean
  request: (id: Identifier) => ActionRequest
  /** Resources and read paths to load again. */
  invalidates: readonly string[]
  /** Said when it was done for all of them. */
  success: (count: number) => string
}

const AT_A_TIME = 4

/** Does one thing to each selected record. Those for which it was refused stay selected, with the reason. */
export function BulkAction(props: BulkActionProps) {
  const { label, icon, destructive, request, invalidates, success } = props
  const api = useApi()
  const client = useQueryClient()
  const toast = useToast()
  const translate = useTranslate()
  const { selectedIds, onSelect } = useListContext()
  const run = useMutation({
    mutationFn: async () => {
      const ids = [...selectedIds]
      const refused = new Map<Identifier, unknown>()
      const work = async () => {
        for (let id = ids.shift(); id !== undefined; id = ids.shift()) {
          await api.action(request(id)).catch((error: unknown) => refused.set(id, error))
        }
      }
      const all = ids.length
      await Promise.all(Array.from({ length: AT_A_TIME }, work))
      return { all, refused }
    },
    onSuccess: ({ all, refused }) => {
      void invalidate(client, invalidates)
      onSelect([...refused.keys()])
      if (refused.size === 0) return toast({ title: success(all) })
      const [first] = refused.values()
      toast({
        title: translate('kit.list.refused', { count: refused.size, total: all }),
        description: errorText(first, translate),
        kind: 'destructive',
      })
    },
  })
  return (
    <Button
      size="small"
      variant="outlined"
      color={destructive ? 'error' : 'primary'}
      startIcon={<Icon icon={icon} />}
      disabled={run.isPending}
      onClick={() => run.mutate()}
    >
      {label}
    </Button>
  )
}
