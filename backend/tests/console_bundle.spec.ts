// onOneDatabase: no database takes part
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { test } from '@japa/runner'

interface Part {
  files: string[]
  bytes: number
}

interface Bundle {
  visitor: Part & { brotli: number }
  first: Part
  frame: Part
  texts: Record<string, number>
  parts: Record<string, Part>
}

const run = promisify(execFile)
const flows = 'plugins/flows/admin/'
const assets = 'admin/src/screens/assets/'

/** The library of a single view, the drawing of a workflow. It is fetched when the view opens. */
const ofOneView = /static\/canvas-/

/** Screens with the parts that plugins add to them. */
const screens = {
  dashboard: [
    'admin/src/screens/dashboard/DashboardScreen.tsx',
    'admin/src/screens/dashboard/TroubleRows.tsx',
    ...['LastDay', 'RecentRuns', 'FailingWorkflows', 'WaitingRuns'].map(
      (name) => `${flows}runs/${name}.tsx`
    ),
    'plugins/integrations/admin/systems/FailingSystems.tsx',
  ],
  file: [
    `${assets}AssetsScreen.tsx`,
    `${assets}file/VersionsPanel.tsx`,
    `${assets}file/Preview.tsx`,
    `${flows}runs/AssetRuns.tsx`,
  ],
  workflow: [
    `${flows}workflow/WorkflowScreen.tsx`,
    `${flows}workflows/FileEventFields.tsx`,
    'plugins/integrations/admin/steps/ApiCallFields.tsx',
  ],
}

test.group('The bundle of the console', (group) => {
  let bundle: Bundle

  group.setup(async () => {
    const { stdout } = await run(process.execPath, [join('admin', 'vite', 'measure.mjs')], {
      env: { ...process.env, NODE_ENV: 'production', CROSSDOCK_PLUGINS_DIR: 'no-others' },
      timeout: 600_000,
    })
    bundle = JSON.parse(stdout)
  })

  // Red when the frame imports a dialog, a list or a library that only some screens need.
  test('the first load is small', ({ assert }) => {
    const [english, german] = ['en', 'de'].map(
      (language) => bundle.texts[`texts/shell/${language}`]
    )
    assert.isAtMost(bundle.first.bytes + english!, 210_000)
    assert.isAtMost(bundle.first.bytes + german!, 211_500)
    assert.isAtMost(bundle.first.files.length, 5)
    assert.sameMembers(
      Object.keys(bundle.texts),
      ['shell/en', 'shell/de', 'screens/en', 'screens/de'].map((name) => `texts/${name}`)
    )
    assert.isAtMost(bundle.frame.files.length, 4)
  })

  // Red when the sign-in page imports the router, React Query or a part of the console (up to 190 kB).
  test('the sign-in page is smaller', ({ assert }) => {
    assert.isAtMost(bundle.visitor.brotli, 120_000)
    assert.isAtMost(bundle.visitor.files.length, 5)
  })

  // Red when the groups of admin/vite/chunks.ts are removed (up to 58 files), or one of them is.
  test('another screen loads few files', ({ assert }) => {
    assert.isAbove(Object.keys(bundle.parts).length, 30)
    for (const [name, part] of Object.entries(bundle.parts)) {
      const files = part.files.filter((file) => !ofOneView.test(file))
      assert.isAtMost(files.length, 3, `${name}: ${files.join(' ')}`)
    }
    for (const [name, parts] of Object.entries(screens)) {
      const files = new Set(parts.flatMap((part) => bundle.parts[part]!.files))
      for (const file of files) if (ofOneView.test(file)) files.delete(file)
      assert.isAtMost(files.size, 4, `${name}: ${[...files].join(' ')}`)
    }
    assert.isEmpty(
      bundle.parts[screens.dashboard[0]!]!.files,
      'the dashboard has been loaded with the live stream'
    )
    const alone = bundle.parts[`${flows}runs/RunScreen.tsx`]!
    // The page of a run with its dialog to replay; the lists are ten times as large.
    assert.isAtMost(alone.bytes, 17_000, 'a single run loads no lists')
  })
})
