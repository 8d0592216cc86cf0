import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, waitFor } from 'storybook/test'
import { AssetThumbnail } from '../AssetThumbnail.js'

const file = {
  id: 'plan',
  type: 'file',
  mimeType: 'image/png',
  version: 2,
  hasThumbnail: true,
} as const

const meta: Meta<typeof AssetThumbnail> = {
  title: 'Screens/Assets/Thumbnail',
  component: AssetThumbnail,
  args: { asset: file },
}
export default meta
type Story = StoryObj<typeof AssetThumbnail>

/** The story's server has no picture, so the icon is shown, as for a file without one. */
export const Missing: Story = {
  play: async ({ canvasElement }) => {
    await waitFor(() => expect(canvasElement.querySelector('svg')).toBeVisible())
    await expect(canvasElement.querySelector('img')).toBeNull()
  },
}

export const None: Story = {
  args: { asset: { ...file, hasThumbnail: false } },
  play: async ({ canvasElement }) => {
    await expect(canvasElement.querySelector('svg')).toBeVisible()
    await expect(canvasElement.querySelector('img')).toBeNull()
  },
}
