import type { Meta, StoryObj } from '@storybook/react-vite'
import Box from '@mui/material/Box'
import { Form } from 'ra-core'
import { expect, userEvent } from 'storybook/test'
import { useWatch } from 'react-hook-form'
import { KeyValueInput } from '../json/KeyValueInput.js'

function Held() {
  return <pre data-testid="held">{String(useWatch({ name: 'headers' }) ?? '')}</pre>
}

const meta: Meta = {
  title: 'Kit/Name and value rows',
  render: (_, { parameters }) => (
    <Form defaultValues={{ headers: parameters.text as string }}>
      <Box sx={{ p: 2, maxWidth: 560 }}>
        <KeyValueInput
          source="headers"
          label="Headers"
          helperText="Sent with each call."
          placeholder='{ "X-Site": "Ghent" }'
          validate={[]}
        />
        <Held />
      </Box>
    </Form>
  ),
  parameters: { text: '{"X-Site": "Ghent", "count": 3}' },
}
export default meta
type Story = StoryObj

// Red when a number becomes text, or a row without a name is kept.
export const Rows: Story = {
  parameters: { axe: true },
  play: async ({ canvas }) => {
    const count = await canvas.findByRole('textbox', { name: 'Value of count' })
    await userEvent.clear(count)
    await userEvent.type(count, '12')
    await userEvent.click(canvas.getByRole('button', { name: 'Add field to Headers' }))
    await userEvent.type(canvas.getByRole('textbox', { name: 'Value 3' }), 'x')
    await expect(JSON.parse(canvas.getByTestId('held').textContent)).toEqual({
      'X-Site': 'Ghent',
      count: 12,
    })
    await userEvent.type(canvas.getByRole('textbox', { name: 'Name 3' }), 'more')
    await expect(JSON.parse(canvas.getByTestId('held').textContent)).toMatchObject({ more: 'x' })
    await userEvent.click(canvas.getByRole('button', { name: 'Remove field 1' }))
    await expect(JSON.parse(canvas.getByTestId('held').textContent)).toEqual({
      count: 12,
      more: 'x',
    })
    await userEvent.click(canvas.getByRole('button', { name: 'Edit as JSON' }))
    await expect(await canvas.findByRole('textbox', { name: /Headers/ })).toBeVisible()
  },
}

export const RowsDark: Story = { globals: { theme: 'dark' } }

// Red when values that rows cannot hold are shown as rows.
export const OnlyAsJson: Story = {
  parameters: { text: '{"lines": [1, 2]}' },
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('textbox', { name: /Headers/ })).toBeVisible()
    await expect(canvas.queryByRole('button', { name: 'Edit as rows' })).toBeNull()
  },
}
