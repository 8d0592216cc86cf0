import Button from '@mui/material/Button'
import { useListContext, type Identifier } from 'ra-core'
import { useState } from 'react'
import { ConfirmDialog } from '../ConfirmDialog.js'
import type { ActionRequest } from '../data/types.js'
import { useBulk } from '../data/use_bulk.js'
import { Icon, type LucideIcon } from '../Icon.js'

export interface BulkActionProps {
  label: string
  icon: LucideIcon
  destructive?: boolean
  /** The selected ids to which the action applies; all by default. */
  ids?: Identifier[]
  /** The question before it runs, with the number of records. */
  confirm?: (count: number) => { title: string; text: string }
  request: (id: Identifier) => ActionRequest
  /** Resources and read paths to reload. */
  invalidates: readonly string[]
  /** Shown when all records are done. */
  success: (count: number) => string
}

/** Runs one action on each selected record. Records that the server refuses stay selected, and the reason is shown. */
export function BulkAction(props: BulkActionProps) {
  const { label, icon, destructive, confirm, request, invalidates, success } = props
  const { selectedIds, onSelect } = useListContext()
  const ids = props.ids ?? selectedIds
  const [isAsked, setAsked] = useState(false)
  const run = useBulk<Identifier>(request, {
    invalidates,
    success: ({ length }) => ({ title: success(length) }),
    onSuccess: ({ refused }) => {
      setAsked(false)
      onSelect([...refused.keys()])
    },
  })
  const start = () => run.mutate(ids)
  return (
    <>
      <Button
        size="small"
        variant="outlined"
        color={destructive ? 'error' : 'primary'}
        title={label}
        startIcon={<Icon icon={icon} />}
        disabled={run.isPending}
        onClick={confirm ? () => setAsked(true) : start}
      >
        {label}
      </Button>
      {confirm && (
        <ConfirmDialog
          open={isAsked}
          destructive={destructive}
          title={confirm(ids.length).title}
          description={confirm(ids.length).text}
          confirmLabel={label}
          pending={run.isPending}
          onConfirm={start}
          onClose={() => setAsked(false)}
        />
      )}
    </>
  )
}
