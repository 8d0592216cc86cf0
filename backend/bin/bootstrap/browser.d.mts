/** The path and launch options of the Chromium for journeys and stories. */
export function findBrowser(): Promise<{
  executablePath: string
  args: string[]
  env: Record<string, string>
}>
