import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from 'storybook/test'
import { sample } from '../../../../admin/.storybook/sample.js'
import AssetRuns from '../runs/AssetRuns.js'
import { run, step } from './run_fixtures.js'

const meta: Meta = {
  title: 'Flows/Runs of a file',
  render: () => <AssetRuns asset={sample('Asset', { id: 'cmr', name: 'CMR.pdf', type: 'file' })} />,
  parameters: {
    api: {
      'GET /flow-executions': [
        run('running', { id: 'run_2', stepResults: [step(1, { status: 'waiting' })] }),
        run('failed'),
      ],
    },
  },
}
export default meta
type Story = StoryObj

export const Newest: Story = {
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('region', { name: 'Runs about this file' })).toBeVisible()
    await expect(await canvas.findByText('Waiting')).toBeVisible()
    await expect(canvas.getByText('Failed')).toBeVisible()
    await expect(canvas.getByRole('link', { name: 'All runs' })).toHaveAttribute(
      'href',
      expect.stringContaining(encodeURIComponent('{"assetId":"cmr"}'))
    )
  },
}

export const None: Story = {
  parameters: { api: { 'GET /flow-executions': [] } },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('No workflow has run on it yet.')).toBeVisible()
  },
}

export const Unread: Story = {
  parameters: {
    api: { 'GET /flow-executions': () => ({ status: 500, body: { message: 'No connection.' } }) },
  },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('No connection.')).toBeVisible()
    await expect(canvas.getByRole('button', { name: 'Try again' })).toBeVisible()
  },
}

export const Dark: Story = { globals: { theme: 'dark' } }
