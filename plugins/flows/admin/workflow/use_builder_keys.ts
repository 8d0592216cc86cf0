import { useShortcut } from '@crossdock/admin/kit'
import { placeOf } from '../workflows/step_tree.js'
import type { StepsEditor } from '../workflows/steps_context.js'
import { TRIGGER } from './model.js'
import type { History } from './use_history.js'

/** The keyboard shortcuts of the builder; list rows handle those that move a step. */
export function useBuilderKeys({ steps, history }: { steps: StepsEditor; history: History }) {
  const enabled = !steps.readOnly
  const onStep = enabled && steps.chosen !== TRIGGER
  const group = 'flows.builder.keys.group'
  useShortcut('mod+z', 'flows.builder.undo', () => history.canUndo && history.undo(), {
    group,
    enabled,
  })
  useShortcut('mod+y', 'flows.builder.redo', () => history.canRedo && history.redo(), {
    group,
    enabled,
  })
  useShortcut('mod+d', 'flows.builder.keys.duplicate', () => steps.duplicate(steps.chosen), {
    group,
    enabled: onStep,
  })
  useShortcut('Delete', 'flows.builder.keys.remove', () => steps.remove(steps.chosen), {
    group,
    enabled: onStep,
  })
  const by = (places: number) => () => {
    const place = placeOf(steps.tree, steps.chosen)
    if (place && place.at + places >= 0)
      steps.move(steps.chosen, { ...place, at: place.at + places })
  }
  useShortcut('alt+ArrowUp', 'flows.builder.keys.up', by(-1), { group, enabled: onStep })
  useShortcut('alt+ArrowDown', 'flows.builder.keys.down', by(2), { group, enabled: onStep })
}
