import Button from '@mui/material/Button'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { useToast } from '@crossdock/admin/kit'
import { expect, fireEvent, userEvent, waitFor, waitForElementToBeRemoved } from 'storybook/test'

function Buttons() {
  const toast = useToast()
  return (
    <>
      <Button
        variant="outlined"
        onClick={() =>
          toast({
            title: 'Tenant created',
            description: 'The new tenant has been created successfully.',
          })
        }
      >
        Succeed
      </Button>
      <Button
        variant="outlined"
        onClick={() =>
          toast({ title: 'Error', description: 'Failed to create tenant', kind: 'destructive' })
        }
      >
        Fail
      </Button>
    </>
  )
}

const meta: Meta = { title: 'Kit/Toaster', component: Buttons }
export default meta
type Story = StoryObj

export const NewestWins: Story = {
  play: async ({ canvas }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Succeed' }))
    await expect(await canvas.findByRole('status')).toHaveTextContent('Tenant created')
    await userEvent.click(canvas.getByRole('button', { name: 'Fail' }))
    await expect(await canvas.findByRole('alert')).toHaveTextContent('Failed to create tenant')
    await expect(canvas.queryByText('Tenant created')).toBeNull()
  },
}

export const F8AndEscape: Story = {
  play: async ({ canvas }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Succeed' }))
    await canvas.findByRole('status')
    await userEvent.keyboard('{F8}')
    await expect(canvas.getByRole('region', { name: 'Notifications (F8)' })).toHaveFocus()
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(canvas.queryByRole('status')).toBeNull())
  },
}

export const SwipeRight: Story = {
  play: async ({ canvas }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Succeed' }))
    const swipe = async (distance: number) => {
      const toast = canvas.getByRole('status')
      await fireEvent.pointerDown(toast, { clientX: 100 })
      await fireEvent.pointerMove(toast, { clientX: 100 + distance })
      await fireEvent.pointerUp(toast)
    }
    await canvas.findByRole('status')
    await swipe(49)
    await waitFor(() => expect(canvas.getByRole('status')).toBeVisible())
    await swipe(50)
    await waitFor(() => expect(canvas.queryByRole('status')).toBeNull())
  },
}

export const GoesAfterFiveSeconds: Story = {
  play: async ({ canvas }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Succeed' }))
    const shown = performance.now()
    await canvas.findByRole('status')
    await waitForElementToBeRemoved(() => canvas.queryByRole('status'), { timeout: 7000 })
    await expect(performance.now() - shown).toBeGreaterThan(4900)
  },
}

export const Dark: Story = {
  globals: { theme: 'dark' },
  play: async ({ canvas }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Fail' }))
    await canvas.findByRole('alert')
  },
}
