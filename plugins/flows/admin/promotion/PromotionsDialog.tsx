import type { Environment, Promotion } from '@crossdock/client'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import {
  ConfirmDialog,
  EmptyState,
  formatDateTime,
  LoadedList,
  PlainDialog,
  RowsSkeleton,
  useAction,
  useRead,
} from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { affected, promotionsPath, workflowsOf } from './model.js'
import { PlanItems } from './PlanItems.js'

interface PromotionsDialogProps {
  environment: Environment
  canUndo: boolean
  onClose: () => void
}

/** The promotions to an environment, newest first, with undo. */
export default function PromotionsDialog(props: PromotionsDialogProps) {
  const { environment, canUndo, onClose } = props
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`flows.promotion.${key}`, values)
  const path = promotionsPath(environment.id)
  const promotions = useRead<Promotion[]>(path, { query: { range: '[0,49]' } })
  const [asked, setAsked] = useState<Promotion>()
  const undo = useAction<Promotion, Promotion>(
    ({ id }) => ({ path: `${path}/${id}/undo`, method: 'POST', body: {} }),
    {
      invalidates: affected,
      success: ({ lost }, promotion) => ({
        title: text('undone', { names: workflowsOf(promotion) }),
        ...(lost.length > 0 ? { description: text('lost', { places: lost.join(', ') }) } : {}),
      }),
      error: { fallback: text('undoFailed') },
      onSuccess: () => setAsked(undefined),
    }
  )
  return (
    <PlainDialog
      title={text('listTitle', { environment: environment.displayName })}
      description={text('listText')}
      maxWidth="md"
      onClose={onClose}
    >
      <LoadedList
        plain
        read={promotions}
        skeleton={<RowsSkeleton rows={4} />}
        empty={<EmptyState plain title={text('none')} description={text('noneText')} />}
      >
        {(items) => (
          <Box component="ol" sx={{ listStyle: 'none', m: 0, px: 3, pb: 3, pt: 0 }}>
            {items.map((promotion) => (
              <Entry
                key={promotion.id}
                promotion={promotion}
                onUndo={
                  canUndo && !promotion.undoneAt && environment.isActive
                    ? () => setAsked(promotion)
                    : undefined
                }
              />
            ))}
          </Box>
        )}
      </LoadedList>
      {asked && (
        <ConfirmDialog
          open
          destructive
          title={text('confirmUndo.title')}
          description={text('confirmUndo.text', {
            names: workflowsOf(asked),
            source: asked.sourceName,
          })}
          confirmLabel={text('undo')}
          pending={undo.isPending}
          onConfirm={() => undo.mutate(asked)}
          onClose={() => setAsked(undefined)}
        />
      )}
    </PlainDialog>
  )
}

function Entry({ promotion, onUndo }: { promotion: Promotion; onUndo: (() => void) | undefined }) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`flows.promotion.${key}`, values)
  const [isOpen, setOpen] = useState(false)
  const { sourceName, createdAt, promotedByName, undoneAt, undoneByName } = promotion
  const names = workflowsOf(promotion)
  const facts = [
    text('fromName', { name: sourceName }),
    promotedByName,
    createdAt && formatDateTime(createdAt),
  ]
  const undone =
    undoneAt &&
    text(undoneByName ? 'undoneBy' : 'undoneAt', {
      name: undoneByName,
      time: formatDateTime(undoneAt),
    })
  return (
    <Box component="li" sx={{ py: 1.25, borderTop: 1, borderColor: 'divider' }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        <Box sx={{ flex: 1, minWidth: 200 }}>
          <Typography sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>{names}</Typography>
          <Typography variant="body2" color="textSecondary">
            {facts.filter(Boolean).join(' · ')}
          </Typography>
          {undone && (
            <Typography variant="body2" color="textSecondary">
              {undone}
            </Typography>
          )}
        </Box>
        <Box sx={{ display: 'flex', gap: 1 }}>
          <Button
            size="small"
            aria-expanded={isOpen}
            aria-label={text(isOpen ? 'hideOf' : 'showOf', { names })}
            onClick={() => setOpen(!isOpen)}
          >
            {text(isOpen ? 'hide' : 'show')}
          </Button>
          {onUndo && (
            <Button
              size="small"
              variant="outlined"
              aria-label={text('undoOf', { names })}
              onClick={onUndo}
            >
              {text('undo')}
            </Button>
          )}
        </Box>
      </Box>
      {isOpen && <PlanItems items={promotion.items} />}
    </Box>
  )
}
