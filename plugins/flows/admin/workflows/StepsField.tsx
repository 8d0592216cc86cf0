import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { Icon, ScreenReaderOnly } from '@crossdock/admin/kit'
import { Plus } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useEffect, useRef, useState } from 'react'
import { useFieldArray } from 'react-hook-form'
import { FieldGroup } from './FieldGroup.js'
import type { FlowKinds } from './kinds.js'
import { StepCard } from './StepCard.js'
import { newStep } from './workflow_form.js'

interface StepsFieldProps {
  kinds: FlowKinds
  /** Where the steps stand in the form: `steps`, `steps.0.branches.yes`. */
  source: string
  title: string
  /** What comes before the number of a step: the way to its branch. */
  before?: string
  /** What is said of none; a branch may be empty. */
  required?: string
}

/** The ordered steps: add, fill in, move, remove. Focus follows what was moved or added. */
export function StepsField({ kinds, source, title, before = '', required }: StepsFieldProps) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`flows.workflows.form.${key}`, values)
  const { fields, append, remove, swap } = useFieldArray({
    name: source,
    keyName: 'key',
    rules: required ? { required, minLength: 1 } : {},
  })
  const list = useRef<HTMLOListElement>(null)
  const addButton = useRef<HTMLButtonElement>(null)
  const [focus, setFocus] = useState<{ step: number; part: 'up' | 'down' | 'card' }>()
  const [said, setSaid] = useState('')

  useEffect(() => {
    if (!focus) return
    const card = list.current?.children[focus.step]
    const part = card?.querySelector<HTMLButtonElement>(`[data-move="${focus.part}"]`)
    // At either end the button that was pressed is disabled: its twin takes the focus.
    const twin = card?.querySelector<HTMLButtonElement>('[data-move]:not(:disabled)')
    if (focus.part === 'card') (card as HTMLElement | undefined)?.focus()
    else (part && !part.disabled ? part : twin)?.focus()
    setFocus(undefined)
  }, [focus, fields])

  const move = (from: number, to: number) => {
    swap(from, to)
    setFocus({ step: to, part: to < from ? 'up' : 'down' })
    setSaid(text('moved', { number: `${before}${to + 1}` }))
  }
  const add = () => {
    append(newStep(kinds), { shouldFocus: false })
    setFocus({ step: fields.length, part: 'card' })
  }
  const drop = (at: number) => {
    remove(at)
    if (fields.length > 1) setFocus({ step: Math.min(at, fields.length - 2), part: 'card' })
    else addButton.current?.focus()
  }

  return (
    <FieldGroup title={title}>
      {fields.length === 0 ? (
        <Typography color="textSecondary">{required ?? text('branchEmpty')}</Typography>
      ) : (
        <Box
          component="ol"
          ref={list}
          sx={{ listStyle: 'none', m: 0, p: 0, display: 'flex', flexDirection: 'column', gap: 1.5 }}
        >
          {fields.map((field, at) => (
            <StepCard
              key={field.key}
              at={at}
              source={`${source}.${at}`}
              name={`${before}${at + 1}`}
              isLast={at === fields.length - 1}
              kinds={kinds}
              onMove={(to) => move(at, to)}
              onRemove={() => drop(at)}
              branchOf={(branch) => (
                <StepsField
                  key={branch}
                  kinds={kinds}
                  source={`${source}.${at}.branches.${branch}`}
                  title={text('branch', {
                    name: translate(`flows.branch.${branch}`, { _: branch }),
                  })}
                  before={`${before}${at + 1} ${branch} `}
                />
              )}
            />
          ))}
        </Box>
      )}
      <Box>
        <Button
          ref={addButton}
          size="small"
          variant="outlined"
          // There may be many: each says which step it makes.
          aria-label={
            before ? text('addStepAt', { number: `${before}${fields.length + 1}` }) : undefined
          }
          startIcon={<Icon icon={Plus} />}
          onClick={add}
        >
          {text('addStep')}
        </Button>
      </Box>
      <ScreenReaderOnly>
        <span role="status">{said}</span>
      </ScreenReaderOnly>
    </FieldGroup>
  )
}
