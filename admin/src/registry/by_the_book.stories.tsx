import { invalidate } from '@crossdock/admin/kit'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { useQueryClient } from '@tanstack/react-query'
import { DataTable, Edit, List, SimpleForm, TextInput } from 'react-admin'
import { expect, userEvent, waitFor, within } from 'storybook/test'
import type { FakeRequest } from '../../.storybook/fake_api.js'
import { TitleLine } from '../shell/TitleLine.js'

const berth = { id: 'b1', name: 'North quay', note: 'Deep water' }

const meta: Meta = {
  title: 'Registry/By the book',
  parameters: {
    api: {
      'GET /berths': [berth],
      'GET /berths/:id': berth,
      'PUT /berths/:id': ({ body }: FakeRequest) => body,
    },
  },
}
export default meta
type Story = StoryObj

/** A list as in react-admin's documentation, without any styling. */
export const AList: Story = {
  render: () => (
    <>
      <TitleLine />
      <List resource="berths">
        <DataTable>
          <DataTable.Col source="name" />
          <DataTable.Col source="note" />
        </DataTable>
      </List>
    </>
  ),
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('heading', { level: 1, name: 'Berths' })).toBeVisible()
    await waitFor(() => expect(document.title).toBe('Berths · Crossdock'))
    await userEvent.click(await canvas.findByRole('checkbox', { name: 'Select this row' }))
    await expect(await canvas.findByText('1 item selected')).toBeVisible()
  },
}

/** A form as in react-admin's documentation, without any styling. */
export const AForm: Story = {
  render: () => (
    <>
      <TitleLine />
      <Edit resource="berths" id="b1" mutationMode="pessimistic" redirect={false}>
        <SimpleForm>
          <TextInput source="name" />
          <TextInput source="note" multiline />
        </SimpleForm>
      </Edit>
    </>
  ),
  play: async ({ canvas }) => {
    const title = await canvas.findByRole('heading', { level: 1 })
    await expect(await within(title).findByText(/Berth/)).toBeVisible()
    const [first, second] = await canvas.findAllByRole('textbox')
    const gap = second!.getBoundingClientRect().top - first!.getBoundingClientRect().bottom
    // The label of the second field is between them.
    await expect(gap).toBeGreaterThan(30)
    await expect(canvas.getByRole('button', { name: 'Save' })).toBeVisible()
  },
}

/** Red when a reloaded record overwrites input. */
export const WhatWasEnteredStays: Story = {
  parameters: {
    api: {
      'GET /berths/:id': () => ({ ...berth, note: `Read ${++reads} times` }),
    },
  },
  beforeEach: () => {
    reads = 0
  },
  render: () => (
    <>
      <Edit resource="berths" id="b1" mutationMode="pessimistic" redirect={false}>
        <SimpleForm>
          <TextInput source="name" />
          <TextInput source="note" />
        </SimpleForm>
      </Edit>
      <ReadAnew />
    </>
  ),
  play: async ({ canvas }) => {
    await userEvent.type(await canvas.findByDisplayValue('North quay'), ' 2')
    await userEvent.click(canvas.getByRole('button', { name: 'Reload' }))
    await expect(await canvas.findByDisplayValue('Read 2 times')).toBeVisible()
    await expect(canvas.getByDisplayValue('North quay 2')).toBeVisible()
  },
}

let reads = 0

function ReadAnew() {
  const client = useQueryClient()
  return (
    <button type="button" onClick={() => void invalidate(client, ['berths'])}>
      Reload
    </button>
  )
}

export const AFormDark: Story = { ...AForm, globals: { theme: 'dark' } }
