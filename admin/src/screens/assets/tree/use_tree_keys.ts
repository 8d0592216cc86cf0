import { findNext, TypeAhead } from '@crossdock/admin/kit'
import { useEffect, useRef, useState, type FocusEvent, type KeyboardEvent } from 'react'

type Unfold = (id: string, isUnfolded: boolean) => void

const ITEM = '[role=treeitem]'

/**
 * The items of a tree as one stop of the Tab key, as WAI-ARIA has it: up and down, right unfolds and goes in,
 * left folds and goes out, Home, End, Enter opens, letters go to a name.
 */
export function useTreeKeys(selected: string, unfold: Unfold) {
  const tree = useRef<HTMLUListElement>(null)
  const letters = useRef(new TypeAhead()).current
  const [stop, setStop] = useState<string>()
  const items = () => [...(tree.current?.querySelectorAll<HTMLElement>(ITEM) ?? [])]

  // Its item may have gone: folded away, renamed by nobody, deleted by somebody.
  useEffect(() => {
    if (stop !== undefined && !items().some(({ dataset }) => dataset.tree === stop)) setStop(undefined)
  })

  const onKeyDown = (event: KeyboardEvent) => {
    const item = event.target
    if (!(item instanceof HTMLElement) || !item.matches(ITEM)) return
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const all = items()
    const at = all.indexOf(item)
    const typed = letters.typed(event.nativeEvent)
    if (typed) all[findNext(all.map(({ ariaLabel }) => ariaLabel ?? ''), typed, at)]?.focus()
    else if (!act(event.key, item, all, at, unfold)) return
    event.preventDefault()
    // The keys of the list would take them, too.
    event.stopPropagation()
  }
  const onFocus = ({ target }: FocusEvent) => {
    if (target instanceof HTMLElement && target.matches(ITEM)) setStop(target.dataset.tree)
  }
  return { tree: { ref: tree, onKeyDown, onFocus }, stop: stop ?? selected }
}

function act(key: string, item: HTMLElement, all: HTMLElement[], at: number, unfold: Unfold): boolean {
  const isUnfolded = item.ariaExpanded === 'true'
  const above = item.parentElement?.closest<HTMLElement>(ITEM)
  if (key === 'ArrowDown') all[at + 1]?.focus()
  else if (key === 'ArrowUp') all[at - 1]?.focus()
  else if (key === 'Home') all[0]?.focus()
  else if (key === 'End') all.at(-1)?.focus()
  else if (key === 'Enter' || key === ' ') press(item)
  else if (key === 'ArrowRight' && item.ariaExpanded === 'false') unfold(idOf(item), true)
  else if (key === 'ArrowRight' && isUnfolded) item.querySelector<HTMLElement>(ITEM)?.focus()
  else if (key === 'ArrowLeft' && isUnfolded) unfold(idOf(item), false)
  else if (key === 'ArrowLeft') above?.focus()
  else return false
  return true
}

const idOf = ({ dataset }: HTMLElement) => dataset.tree ?? ''

// Its line, which the mouse presses.
const press = ({ firstElementChild: line }: HTMLElement) =>
  line instanceof HTMLElement && line.click()
