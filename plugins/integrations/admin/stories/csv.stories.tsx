import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from 'storybook/test'
import { csvFileName, toCsv } from '../activity/export_csv.js'
import { log } from './fixtures.js'

const meta: Meta = { title: 'Integrations/CSV export' }
export default meta

export const SafeInSpreadsheets: StoryObj = {
  render: () => (
    <pre tabIndex={0}>
      {toCsv([
        { ...log(3), errorMessage: '=HYPERLINK("http://evil.example")' },
        { ...log(6), errorMessage: 'two\nlines, "quoted"' },
        { ...log(4), errorMessage: null },
      ])}
    </pre>
  ),
  play: async ({ canvasElement }) => {
    const text = canvasElement.textContent ?? ''
    await expect(text).toContain(`"'=HYPERLINK(""http://evil.example"")"`)
    await expect(text).toContain('"two\nlines, ""quoted"""')
    await expect(text).toContain(',pending,,')
    await expect(csvFileName(new Date(2026, 10, 5))).toBe('integration-logs-2026-11-05.csv')
  },
}
