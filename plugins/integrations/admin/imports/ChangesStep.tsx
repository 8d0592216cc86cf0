import type { ImportChange, ImportComparison, ImportPlan } from '@crossdock/client'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import Typography from '@mui/material/Typography'
import { Badge, ConfirmDialog, EmptyState, Section } from '@crossdock/admin/kit'
import { CircleCheck } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useState, type ReactNode } from 'react'
import { toggled } from './operations.js'
import { StepFoot } from './StepFoot.js'

interface ChangesStepProps {
  changes: ImportComparison
  plan: ImportPlan
  isPending: boolean
  onBack: () => void
  /** @param confirm accepts that workflows may fail because of the change */
  onApply: (keys: string[], confirm: boolean) => void
}

/** Shows where description and system differ, so that a person selects what to apply. */
export function ChangesStep({ changes, plan, isPending, onBack, onApply }: ChangesStepProps) {
  const translate = useTranslate()
  const text = (key: string, values?: object) =>
    translate(`integrations.imports.changes.${key}`, values)
  const { added, changed, removed, unchanged } = changes
  // Do not preselect endpoints that were edited manually, or deletions: people must choose them.
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    () => new Set([...added, ...changed.filter((one) => !one.isEdited).map(({ key }) => key)])
  )
  const [isAsking, setAsking] = useState(false)
  const failing = new Set(
    [...removed, ...changed]
      .filter(({ key, breaks }) => breaks && chosen.has(key))
      .flatMap(({ usedBy }) => usedBy.map(({ workflow }) => workflow))
  )
  const box = (key: string) => (
    <Checkbox
      size="small"
      checked={chosen.has(key)}
      onChange={(_event, on) => setChosen(toggled(chosen, [key], on))}
      slotProps={{ input: { 'aria-label': key } }}
    />
  )
  const names = new Map(plan.operations.map(({ key, name }) => [key, name]))
  const isSame = added.length + changed.length + removed.length === 0
  return (
    <>
      {isSame && (
        <EmptyState icon={CircleCheck} title={text('same.title')} description={text('same.text')} />
      )}
      {added.length > 0 && (
        <Section title={text('added', { smart_count: added.length })}>
          {added.map((key) => (
            <Row key={key} box={box(key)} name={names.get(key) ?? key} />
          ))}
        </Section>
      )}
      {changed.length > 0 && (
        <Section title={text('changed', { smart_count: changed.length })}>
          {changed.map((change) => (
            <Row key={change.key} box={box(change.key)} name={change.name} change={change} />
          ))}
        </Section>
      )}
      {removed.length > 0 && (
        <Section
          title={text('removed', { smart_count: removed.length })}
          description={text('removedHint')}
        >
          {removed.map((change) => (
            <Row key={change.key} box={box(change.key)} name={change.name} change={change} />
          ))}
        </Section>
      )}
      {!isSame && unchanged > 0 && (
        <Typography color="textSecondary">
          {text('unchanged', { smart_count: unchanged })}
        </Typography>
      )}
      <StepFoot onBack={onBack} note={translate('integrations.imports.nothingYet')}>
        <Button
          variant="contained"
          disabled={isPending || chosen.size === 0}
          onClick={() => (failing.size > 0 ? setAsking(true) : onApply([...chosen], false))}
        >
          {text('apply', { smart_count: chosen.size })}
        </Button>
      </StepFoot>
      <ConfirmDialog
        open={isAsking}
        destructive
        pending={isPending}
        title={text('confirmTitle')}
        description={`${translate('integrations.usedBy')}: ${[...failing].join(', ')}`}
        confirmLabel={text('apply', { smart_count: chosen.size })}
        onConfirm={() => onApply([...chosen], true)}
        onClose={() => setAsking(false)}
      />
    </>
  )
}

interface RowProps {
  box: ReactNode
  name: string
  change?: ImportChange
}

function Row({ box, name, change }: RowProps) {
  const translate = useTranslate()
  const text = (key: string, values?: object) =>
    translate(`integrations.imports.changes.${key}`, values)
  const parts = change?.what.map((part) => text(`part.${part}`, { _: part })).join(', ')
  const workflows = [...new Set(change?.usedBy.map(({ workflow }) => workflow))].join(', ')
  return (
    <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 0.5, py: 0.25 }}>
      {box}
      <Box sx={{ minWidth: 0, py: 0.75 }}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
          <Typography sx={{ overflowWrap: 'anywhere' }}>{name}</Typography>
          {change?.isEdited && <Badge variant="outline">{text('edited')}</Badge>}
          {change?.breaks && workflows && <Badge variant="destructive">{text('breaks')}</Badge>}
        </Box>
        {[
          parts && text('what', { parts }),
          change && change.newRequired.length > 0
            ? text('newRequired', { names: change.newRequired.join(', ') })
            : '',
          workflows && text('usedBy', { workflows }),
        ]
          .filter(Boolean)
          .map((line) => (
            <Typography key={line} variant="body2" color="textSecondary">
              {line}
            </Typography>
          ))}
      </Box>
    </Box>
  )
}
