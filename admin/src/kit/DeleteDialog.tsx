import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import type { ReactNode } from 'react'
import { Link as RouterLink } from 'react-router-dom'
import { ConfirmDialog } from './ConfirmDialog.js'
import { ApiError } from './data/errors.js'
import { invalidate, useAction } from './data/useAction.js'
import { useRead } from './data/useRead.js'
import { useOnce } from './once.js'

/** The objects that would break, read from a list of the API. The dialog names the first ten. */
export interface Dependants {
  /** Path of the list below /api. */
  list: string
  filter: Record<string, unknown>
  /** "Workflows that use it". */
  title: string
  /** Returns the address and the name of one object. */
  link: (row: never) => { to: string; label: string }
}

export interface DeleteDialogProps {
  /** "Are you sure you want to delete this workflow?" */
  title: string
  description: ReactNode
  confirmLabel: string
  /** Path of the object below /api. */
  path: string
  invalidates: readonly string[]
  /** The title of the toast; left out when `onDeleted` shows one. */
  deleted?: string
  failed: string
  /** The objects that would break; left out when the person may not read them. */
  dependants?: readonly Dependants[]
  /** The action offered instead of deleting; left out when the object is already paused. */
  pause?: { label: string; done: string; failed: string }
  onDeleted?: () => void
  onClose: () => void
}

/** Asks for confirmation, lists what will break, offers to pause instead, and deletes. */
export function DeleteDialog(props: DeleteDialogProps) {
  const { path, invalidates, dependants = [], pause, onClose, onDeleted } = props
  const client = useQueryClient()
  const remove = useAction(() => ({ path, method: 'DELETE' }), {
    invalidates,
    ...(props.deleted !== undefined && { success: { title: props.deleted } }),
    error: { fallback: props.failed },
    onSuccess: () => {
      onClose()
      onDeleted?.()
    },
  })
  const rest = useAction(() => ({ path, method: 'PUT', body: { isActive: false } }), {
    invalidates,
    success: { title: pause?.done ?? '' },
    error: { fallback: pause?.failed ?? '' },
    onSuccess: onClose,
  })
  // Another person deleted it first: reload the lists and close the dialog.
  const closeIfGone = (error: Error) => {
    if (!(error instanceof ApiError) || error.status !== 404) return
    void invalidate(client, invalidates)
    onClose()
  }
  const isPending = remove.isPending || rest.isPending
  const once = useOnce(true, isPending)
  return (
    <ConfirmDialog
      open
      destructive
      title={props.title}
      description={
        <>
          {props.description}
          {dependants.map((of) => (
            <DependantList key={of.title} of={of} />
          ))}
        </>
      }
      confirmLabel={props.confirmLabel}
      pending={isPending}
      instead={
        pause && (
          <Button disabled={isPending} onClick={() => once(rest.mutate)}>
            {pause.label}
          </Button>
        )
      }
      onConfirm={() => remove.mutate(undefined, { onError: closeIfGone })}
      onClose={onClose}
    />
  )
}

const SHOWN = 10

function DependantList({ of }: { of: Dependants }) {
  const translate = useTranslate()
  const rows = useRead<{ id: string }[]>(of.list, {
    // One more than is shown, to know whether there are more.
    query: { filter: JSON.stringify(of.filter), range: `[0,${SHOWN}]` },
  })
  if (rows.error) {
    return (
      <Alert severity="warning" sx={{ mt: 1.5 }}>
        {translate('kit.delete.unknown', { what: of.title })}
      </Alert>
    )
  }
  if (!rows.data?.length) return null
  return (
    <Box sx={{ mt: 1.5 }}>
      <Typography sx={{ fontWeight: 500 }} color="textPrimary">
        {of.title}
      </Typography>
      <Box component="ul" sx={{ m: 0, mt: 0.5, pl: 2.5 }}>
        {rows.data.slice(0, SHOWN).map((row) => {
          const { to, label } = of.link(row as never)
          return (
            <li key={row.id}>
              <Link component={RouterLink} to={to} sx={{ overflowWrap: 'anywhere' }}>
                {label}
              </Link>
            </li>
          )
        })}
      </Box>
      {rows.data.length > SHOWN && translate('kit.delete.more')}
    </Box>
  )
}
