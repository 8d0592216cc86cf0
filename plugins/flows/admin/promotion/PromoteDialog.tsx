import type { Promotion } from '@crossdock/client'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import {
  ApiError,
  EnvironmentBadge,
  ErrorState,
  PlainDialog,
  RowsSkeleton,
  useAction,
  useOnce,
  useToast,
  useUndo,
} from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { affected, promotionsPath, workflowsOf, type Chosen } from './model.js'
import { PlanItems } from './PlanItems.js'
import { PlanWarnings } from './PlanWarnings.js'
import { usePromotionPlan } from './use_promotion_plan.js'
import type { PromotionEnvironments } from './use_promotion_environments.js'

interface PromoteDialogProps {
  places: PromotionEnvironments
  workflows: readonly Chosen[]
  onPromoted?: () => void
  onClose: () => void
}

/** Chooses the target, shows the plan, and applies exactly that plan. */
export default function PromoteDialog(props: PromoteDialogProps) {
  const { places, workflows, onPromoted, onClose } = props
  const { source, targets } = places
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`flows.promotion.${key}`, values)
  const [targetId, setTargetId] = useState(targets[0]!.id)
  const plan = usePromotionPlan(source.id, targetId, workflows)
  const undo = useUndo()
  const toast = useToast()
  const run = useAction<Promotion>(
    () => ({
      path: promotionsPath(source.id),
      method: 'POST',
      body: { targetId, workflowIds: workflows.map(({ id }) => id), plan: plan.data?.plan },
    }),
    {
      invalidates: affected,
      error: { fallback: text('failed') },
      onSuccess: (promotion) => {
        // Without an id nothing was promoted, because another person has promoted the same.
        if (promotion.id !== null) offerUndo(promotion)
        else toast({ title: text('nothing') })
        onPromoted?.()
        onClose()
      },
    }
  )
  const once = useOnce(true, run.isPending)
  const offerUndo = (promotion: Promotion) =>
    undo.offer({
      items: [promotion],
      text: () => text('done', { target: promotion.targetName }),
      request: ({ id }) => ({
        path: `${promotionsPath(promotion.targetId)}/${id}/undo`,
        method: 'POST',
        body: {},
      }),
      invalidates: affected,
      undone: (_, answers) => {
        const { lost = [] } = (answers.get(promotion) ?? {}) as Partial<Promotion>
        const said = text('undone', { names: workflowsOf(promotion) })
        return lost.length > 0 ? `${said}. ${text('lost', { places: lost.join(', ') })}` : said
      },
      failed: text('undoFailed'),
    })
  const isStale = run.error instanceof ApiError && run.error.code === 'E_PLAN_CHANGED'
  const again = () => {
    run.reset()
    void plan.refetch()
  }
  const isShown = plan.data !== undefined && !plan.isFetching
  // Promoting equal workflows still pairs those found by name, so that their names may differ later.
  const isNothing = plan.data?.items.every(({ action, byName }) => action === 'same' && !byName)
  return (
    <PlainDialog
      title={text('title', { smart_count: workflows.length, name: workflows[0]?.name })}
      description={text('text')}
      maxWidth="md"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{translate('kit.cancel')}</Button>
          {isStale ? (
            <Button variant="contained" onClick={again}>
              {text('again')}
            </Button>
          ) : (
            <Button
              variant="contained"
              disabled={!isShown || isNothing || run.isPending}
              onClick={() => once(() => run.mutate())}
            >
              {text('submit')}
            </Button>
          )}
        </>
      }
    >
      <Box sx={{ px: 3, pb: 3, pt: 1, display: 'grid', gap: 2 }}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5 }}>
          <Typography component="span" color="textSecondary">
            {text('from')}
          </Typography>
          <EnvironmentBadge environment={source} />
          <TextField
            select
            size="small"
            label={text('to')}
            value={targetId}
            disabled={run.isPending}
            onChange={({ target }) => {
              run.reset()
              setTargetId(target.value)
            }}
            sx={{ minWidth: 180 }}
          >
            {targets.map(({ id, displayName }) => (
              <MenuItem key={id} value={id}>
                {displayName}
              </MenuItem>
            ))}
          </TextField>
        </Box>
        {plan.isFetching ? (
          <RowsSkeleton rows={4} />
        ) : plan.error ? (
          <ErrorState plain error={plan.error} onRetry={again} />
        ) : (
          plan.data && (
            <>
              {isNothing && <Typography>{text('nothing')}</Typography>}
              <PlanWarnings warnings={plan.data.warnings} />
              <PlanItems items={plan.data.items} />
            </>
          )
        )}
      </Box>
    </PlainDialog>
  )
}
