import { findNext, TypeAhead } from '@crossdock/admin/kit'
import { useCallback, useRef, useState, type FocusEvent, type KeyboardEvent } from 'react'

type Unfold = (id: string, isUnfolded: boolean) => void

const ITEM = '[role=treeitem]'

/**
 * Makes the items of a tree one Tab stop, as WAI-ARIA specifies: up and down, right unfolds and enters,
 * left folds and leaves, Home, End, Enter opens, letters jump to a name.
 */
export function useTreeKeys(selected: string, unfold: Unfold) {
  const tree = useRef<HTMLUListElement>(null)
  const letters = useRef(new TypeAhead()).current
  const [stop, setStop] = useState<string>()
  const items = () => [...(tree.current?.querySelectorAll<HTMLElement>(ITEM) ?? [])]

  // Folded, or deleted by another person.
  const gone = useCallback(
    (id: string) => setStop((before) => (before === id ? undefined : before)),
    []
  )

  const onKeyDown = (event: KeyboardEvent) => {
    const item = event.target
    if (!(item instanceof HTMLElement) || !item.matches(ITEM)) return
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const all = items()
    const at = all.indexOf(item)
    const typed = letters.typed(event.nativeEvent)
    if (typed)
      all[
        findNext(
          all.map(({ textContent }) => textContent),
          typed,
          at
        )
      ]?.focus()
    else if (!act(event.key, item, all, at, unfold)) return
    event.preventDefault()
    // Otherwise the list would handle the keys, too.
    event.stopPropagation()
  }
  const onFocus = ({ target }: FocusEvent) => {
    if (target instanceof HTMLElement && target.matches(ITEM)) setStop(target.dataset.tree)
  }
  return { tree: { ref: tree, onKeyDown, onFocus }, stop: stop ?? selected, gone }
}

function act(
  key: string,
  item: HTMLElement,
  all: HTMLElement[],
  at: number,
  unfold: Unfold
): boolean {
  const isUnfolded = item.ariaExpanded === 'true'
  const group = item.closest('[role=group]')
  if (key === 'ArrowDown') all[at + 1]?.focus()
  else if (key === 'ArrowUp') all[at - 1]?.focus()
  else if (key === 'Home') all[0]?.focus()
  else if (key === 'End') all.at(-1)?.focus()
  else if (key === 'Enter' || key === ' ') item.click()
  else if (key === 'ArrowRight' && item.ariaExpanded === 'false') unfold(idOf(item), true)
  else if (key === 'ArrowRight' && isUnfolded) all[at + 1]?.focus()
  else if (key === 'ArrowLeft' && isUnfolded) unfold(idOf(item), false)
  else if (key === 'ArrowLeft') focus(group?.previousElementSibling)
  else return false
  return true
}

const idOf = ({ dataset }: HTMLElement) => dataset.tree ?? ''

const focus = (item: Element | null | undefined) => item instanceof HTMLElement && item.focus()
