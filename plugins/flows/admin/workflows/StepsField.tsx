import Typography from '@mui/material/Typography'
import { ScreenReaderOnly } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useController, useFormContext } from 'react-hook-form'
import type { FlowKinds } from './kinds.js'
import { numberIn } from './step_number.js'
import { moved, placeOf, stepsOf, withoutStep, withStep, type StepNode } from './step_tree.js'
import { StepRows } from './StepRows.js'
import { StepsEditorContext, type StepNotes, type StepsEditor } from './steps_context.js'
import { fieldsAt, newStep, type WorkflowForm } from './workflow_form.js'

interface StepsFieldProps {
  kinds: FlowKinds
  notes?: StepNotes
  /** Steps can be folded: the ids of those that are open. */
  unfolded?: ReadonlySet<string>
  onUnfolded?: (ids: ReadonlySet<string>) => void
  readOnly?: boolean
  /** What stands around them: a group, a section. */
  frame: (steps: ReactNode) => ReactNode
}

type Part = 'up' | 'down' | 'card'

/** The tree of steps: add, fill in, move, remove. Focus follows what was moved or added. */
export function StepsField(props: StepsFieldProps) {
  const { kinds, notes = {}, unfolded, onUnfolded, readOnly = false, frame } = props
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`flows.workflows.form.${key}`, values)
  const { field, fieldState } = useController<WorkflowForm, 'steps'>({
    name: 'steps',
    rules: { validate: (steps) => steps.length > 0 || text('stepsRequired') },
  })
  const { setValue, getValues, unregister } = useFormContext()
  const tree: readonly StepNode[] = field.value
  const root = useRef<HTMLDivElement>(null)
  const [focus, setFocus] = useState<{ key: string | undefined; part: Part }>()
  const [said, setSaid] = useState('')
  const [dragged, drag] = useState<string>()

  useEffect(() => {
    if (!focus) return
    focusOn(root.current, focus)
    setFocus(undefined)
  }, [focus, tree])

  const idOf = (key: string) => getValues(`${fieldsAt(key)}.id`) as string
  const isOpen = (key: string) => unfolded?.has(idOf(key)) ?? false
  const toggle = (key: string) => {
    const next = new Set(unfolded)
    if (!next.delete(idOf(key))) next.add(idOf(key))
    onUnfolded?.(next)
  }
  const editor: StepsEditor = {
    kinds,
    tree,
    notes,
    readOnly,
    typeOf: (key) => getValues(`${fieldsAt(key)}.type`) as string,
    dragged,
    drag,
    ...(unfolded && { folding: { isOpen, toggle } }),
    add(list) {
      const { node, fields } = newStep(kinds)
      setValue(fieldsAt(node.key), fields)
      toggle(node.key)
      field.onChange(withStep(tree, { list, at: stepsOf(tree, list).length }, node))
      setFocus({ key: node.key, part: 'card' })
    },
    move(key, to, part = 'card') {
      const next = moved(tree, key, to)
      field.onChange(next)
      setFocus({ key, part })
      setSaid(text('moved', { number: numberIn(next, key) }))
    },
    remove(key) {
      const place = placeOf(tree, key)
      const next = withoutStep(tree, key)
      field.onChange(next)
      unregister(fieldsAt(key))
      const left = place ? stepsOf(next, place.list) : []
      const neighbour = left[Math.min(place?.at ?? 0, left.length - 1)]
      setFocus({ key: neighbour?.key, part: 'card' })
    },
  }
  return frame(
    <StepsEditorContext value={editor}>
      <div ref={root}>
        <StepRows place={null} steps={tree} empty={text('stepsRequired')} />
      </div>
      {fieldState.error && tree.length > 0 && (
        <Typography color="error">{fieldState.error.message}</Typography>
      )}
      <ScreenReaderOnly>
        <span role="status">{said}</span>
      </ScreenReaderOnly>
    </StepsEditorContext>
  )
}

function focusOn(root: HTMLElement | null, { key, part }: { key?: string; part: Part }) {
  const card = root?.querySelector<HTMLElement>(`[data-step="${key}"]`)
  if (!card) return root?.querySelector<HTMLElement>('[data-add]')?.focus()
  if (part === 'card') return card.focus()
  const button = card.querySelector<HTMLButtonElement>(`[data-move="${part}"]`)
  // At either end the button that was pressed is disabled: its twin takes the focus.
  const twin = card.querySelector<HTMLButtonElement>('[data-move]:not(:disabled)')
  ;(button && !button.disabled ? button : twin)?.focus()
}
