import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import ButtonBase from '@mui/material/ButtonBase'
import Typography from '@mui/material/Typography'
import { Icon, kindNamed } from '@crossdock/admin/kit'
import { ChevronDown, ChevronRight } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useId, useRef, useState, type ReactNode } from 'react'
import { useFormContext } from 'react-hook-form'
import { useKindLabel } from '../workflows/kinds.js'
import { ERROR_BRANCH } from '../workflows/on_error.js'
import { readableSteps } from '../workflows/step_tree.js'
import { useStepsEditor } from '../workflows/steps_context.js'
import type { StepForm } from '../workflows/step_form.js'
import type { WorkflowForm } from '../workflows/workflow_form.js'
import type { SampleState } from './use_sample.js'
import { isBarePath, nameInPath } from './value_paths.js'

const MOST = 60
const DEEP = 4

interface Leaf {
  path: string
  value: unknown
}

/**
 * Below the fields of a step: the values of the trigger in the sample, and the outputs of earlier steps in their newest
 * tests. Pressing a value inserts its path into the last focused field.
 */
export function ValuePicker({ sample, children }: { sample: SampleState; children: ReactNode }) {
  const translate = useTranslate()
  const text = (key: string) => translate(`flows.builder.values.${key}`)
  const { tree, chosen, readOnly, kinds, typeOf } = useStepsEditor()
  const { getValues } = useFormContext<WorkflowForm>()
  const label = useKindLabel('stepType')
  const field = useRef<HTMLInputElement | HTMLTextAreaElement>(undefined)
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const before = readableSteps(
    tree,
    chosen,
    ({ key }, branch) =>
      branch !== ERROR_BRANCH && kindNamed(kinds.steps, typeOf(key))?.perItem === true
  )
  const { trigger } = sample
  const ofTrigger =
    typeof trigger === 'object' && trigger !== null
      ? [{ title: text('trigger'), leaves: leavesOf(trigger, 'trigger') }]
      : []
  const ofSteps = before.flatMap(({ key }) => {
    const step = getValues(`step.${key}` as 'step') as unknown as StepForm | undefined
    if (!step || !Object.hasOwn(sample.outputs, step.id)) return []
    const leaves = leavesOf(sample.outputs[step.id], `steps${nameInPath(step.id)}`)
    return [{ title: step.name.trim() || label(step.type), leaves }]
  })
  const groups = [...ofTrigger, ...ofSteps]
  const insert = (path: string) => {
    const element = field.current
    if (!element) return
    const { type } = getValues(`step.${chosen}` as 'step') as unknown as StepForm
    const name = element.name.split('.').at(-1) ?? ''
    const part = kindNamed(kinds.steps, type)?.schema.properties?.[name]
    typeInto(
      element,
      isBarePath(part?.examples?.[0]) ? path : `{${path}}`,
      isBarePath(part?.examples?.[0])
    )
  }
  return (
    <>
      <Box
        onFocusCapture={({ target }) => {
          if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) {
            if (target.type === 'text' || target.type === 'textarea') field.current = target
          }
        }}
      >
        {children}
      </Box>
      {!readOnly && groups.length > 0 && (
        <Box>
          <Button
            size="small"
            aria-expanded={isOpen}
            aria-controls={isOpen ? id : undefined}
            startIcon={<Icon icon={isOpen ? ChevronDown : ChevronRight} />}
            onClick={() => setOpen(!isOpen)}
            sx={{ ml: -1.25, color: 'text.secondary' }}
          >
            {text('title')}
          </Button>
          {isOpen && (
            <Box id={id}>
              <Typography variant="body2" color="textSecondary" sx={{ mb: 1 }}>
                {text('hint')}
              </Typography>
              {groups.map(({ title, leaves }) => (
                <Box key={title} role="group" aria-label={title} sx={{ mb: 1.5 }}>
                  <Typography variant="h3">{title}</Typography>
                  {leaves.map(({ path, value }) => (
                    <ButtonBase
                      key={path}
                      onClick={() => insert(path)}
                      sx={{
                        width: 1,
                        justifyContent: 'space-between',
                        gap: 2,
                        py: 0.5,
                        px: 1,
                        borderRadius: '6px',
                        '&:hover': { bgcolor: (theme) => theme.palette.surface.hover },
                      }}
                    >
                      <Typography
                        component="span"
                        variant="body2"
                        sx={{ color: 'info.main' }}
                        noWrap
                      >
                        {path}
                      </Typography>
                      <Typography component="span" variant="body2" color="textSecondary" noWrap>
                        {JSON.stringify(value)}
                      </Typography>
                    </ButtonBase>
                  ))}
                </Box>
              ))}
            </Box>
          )}
        </Box>
      )}
    </>
  )
}

function leavesOf(value: unknown, path: string, deep = 0): Leaf[] {
  if (typeof value !== 'object' || value === null || deep === DEEP) return [{ path, value }]
  const inner = Object.entries(value).flatMap(([name, part]) =>
    leavesOf(part, `${path}${nameInPath(name)}`, deep + 1)
  )
  return (inner.length > 0 ? inner : [{ path, value }]).slice(0, MOST)
}

/** Writes as if typed, so that any input component notices it. */
function typeInto(element: HTMLInputElement | HTMLTextAreaElement, text: string, isWhole: boolean) {
  const { selectionStart: start, selectionEnd: end, value } = element
  const from = start ?? value.length
  const next = isWhole ? text : value.slice(0, from) + text + value.slice(end ?? from)
  const proto = Object.getPrototypeOf(element) as object
  Object.getOwnPropertyDescriptor(proto, 'value')?.set?.call(element, next)
  element.dispatchEvent(new Event('input', { bubbles: true }))
  element.focus()
}
