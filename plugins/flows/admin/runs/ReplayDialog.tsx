import type { Execution, Workflow } from '@crossdock/client'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import FormControl from '@mui/material/FormControl'
import FormHelperText from '@mui/material/FormHelperText'
import FormLabel from '@mui/material/FormLabel'
import MenuItem from '@mui/material/MenuItem'
import OutlinedInput from '@mui/material/OutlinedInput'
import TextField from '@mui/material/TextField'
import { fromJsonText, MASK, PlainDialog, useJsonRule, useRead } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { useId, useState } from 'react'
import { Folded } from '../pieces/Folded.js'
import { useKindLabel } from '../workflows/kinds.js'
import { startsOf } from './place.js'
import { useReplay } from './use_replay.js'
import { newerVersion } from './versions.js'

interface ReplayDialogProps {
  run: Execution
  /** The initial choices. */
  preset: { fromStepId?: string; isChanging?: boolean }
  onClose: () => void
}

const beginning = ''

/**
 * Replays an ended run: whole or from a step on, on the active version or its own, and with another input. Does
 * not use the form library, so that the page of a run does not load it.
 */
export function ReplayDialog({ run, preset, onClose }: ReplayDialogProps) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`flows.run.replay.${key}`, values)
  const replay = useReplay(run, onClose)
  const kindOf = useKindLabel('stepType')
  const given = JSON.stringify(run.contextData?.data ?? {}, null, 2)
  const rule = useJsonRule('{ "order": 7 }')
  const [from, setFrom] = useState(preset.fromStepId ?? beginning)
  const [chosen, setChosen] = useState<'active' | 'same'>()
  const [input, setInput] = useState(given)
  const [fault, setFault] = useState<string>()
  const active = newerVersion(run)
  const isKept = useIsKept(run, active !== null)
  const starts = startsOf(run.stepResults)
  // The test of a draft has no version, so its replay uses the tested draft.
  const version = chosen ?? (active !== null && from === beginning ? 'active' : 'same')
  const isWithout = from !== beginning && !isKept(from)
  const submit = () => {
    const found = rule(input)
    setFault(found)
    if (found) return
    replay.mutate({
      ...(from === beginning ? {} : { fromStepId: from }),
      ...(active === null ? {} : { version }),
      ...(input === given ? {} : { input: { data: fromJsonText(input) } }),
    })
  }
  return (
    <PlainDialog
      title={text('title', { name: run.flowName })}
      description={text('text')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{translate('kit.cancel')}</Button>
          <Button variant="contained" disabled={replay.isPending} onClick={submit}>
            {active === null
              ? text('submit')
              : text('submitWith', { version: version === 'active' ? active : run.version })}
          </Button>
        </>
      }
    >
      <Box sx={{ display: 'flex', flexDirection: 'column', gap: 2, px: 3, pb: 2.5, pt: 0.5 }}>
        {starts.length > 0 && (
          <TextField
            select
            fullWidth
            label={text('start')}
            value={from}
            onChange={({ target }) => {
              setFrom(target.value)
              setChosen(undefined)
            }}
          >
            <MenuItem value={beginning}>{text('whole')}</MenuItem>
            {starts.map(({ step, number }) => (
              <MenuItem key={step.path} value={step.stepId}>
                {text('from', { number, name: step.name ?? kindOf(step.type) })}
              </MenuItem>
            ))}
          </TextField>
        )}
        {active !== null && (
          <TextField
            select
            fullWidth
            label={text('version')}
            value={version}
            onChange={({ target }) => setChosen(target.value as 'active' | 'same')}
            helperText={text(helpKey(version, from !== beginning, isWithout), {
              version: run.version,
              active,
            })}
          >
            <MenuItem value="active" disabled={isWithout}>
              {text('onActive', { version: active })}
            </MenuItem>
            <MenuItem value="same">{text('onSame', { version: run.version })}</MenuItem>
          </TextField>
        )}
        <Folded title={text('changed')} isSet={preset.isChanging ?? false}>
          <Input
            value={input}
            onChange={setInput}
            fault={fault}
            help={given.includes(MASK) ? text('masked') : text('inputHelp')}
          />
        </Folded>
      </Box>
    </PlainDialog>
  )
}

/** Returns the key of the sentence that says what the new run does. */
function helpKey(version: 'active' | 'same', isLater: boolean, isWithout: boolean): string {
  if (isWithout) return 'stepGone'
  if (version === 'active') return isLater ? 'activeLater' : 'activeWhole'
  return isLater ? 'sameLater' : 'sameWhole'
}

interface InputProps {
  value: string
  onChange: (value: string) => void
  fault: string | undefined
  help: string
}

function Input({ value, onChange, fault, help }: InputProps) {
  const translate = useTranslate()
  const id = useId()
  return (
    <FormControl fullWidth error={Boolean(fault)}>
      <FormLabel htmlFor={id}>{translate('flows.run.replay.input')}</FormLabel>
      <OutlinedInput
        id={id}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        placeholder="{}"
        multiline
        minRows={6}
        maxRows={14}
        inputProps={{
          spellCheck: false,
          style: { fontFamily: 'monospace' },
          'aria-describedby': `${id}-help`,
        }}
      />
      <FormHelperText id={`${id}-help`}>{fault ?? help}</FormHelperText>
    </FormControl>
  )
}

/** Returns whether the active version still has a step; true until it is known. */
function useIsKept({ flowId }: Execution, enabled: boolean): (stepId: string) => boolean {
  const { data } = useRead<Workflow>(['integrations/workflows', flowId], { enabled })
  const ids = data && new Set(idsIn(data.steps))
  return (stepId) => ids?.has(stepId) ?? true
}

const idsIn = (steps: readonly Workflow['steps'][number][]): string[] =>
  steps.flatMap(({ id, branches }) => [
    id,
    ...Object.values(branches ?? {}).flatMap((inner) => idsIn(inner as Workflow['steps'])),
  ])
