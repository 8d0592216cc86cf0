import type { Meta, StoryObj } from '@storybook/react-vite'
import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { expect, fn, screen, userEvent, waitFor } from 'storybook/test'
import { ActionMenu } from '../index.js'

const chosen = fn()

/** Another person's change removes the row at the moment when its menu starts to close. */
function Row() {
  const [isThere, setThere] = useState(true)
  return (
    // Clicks inside a menu bubble to this element, too, although the menu is rendered elsewhere.
    <div role="presentation" onClick={() => setThere(!screen.queryByRole('menu'))}>
      {isThere && (
        <ActionMenu
          label="Actions for rates.csv"
          actions={[{ label: 'Rename', icon: Pencil, onSelect: chosen }]}
        />
      )}
    </div>
  )
}

const meta: Meta = { title: 'Kit/Action menu', beforeEach: () => void chosen.mockClear() }
export default meta

/** Red when the chosen action is lost with the menu. */
export const RowGoes: StoryObj = {
  render: () => <Row />,
  play: async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Actions for rates.csv' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Rename' }))
    await waitFor(() => expect(screen.queryByRole('button')).toBeNull())
    await expect(chosen).toHaveBeenCalledTimes(1)
  },
}
