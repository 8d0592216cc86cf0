/** Where the Chromium for journeys and stories is and how to start it. */
export function findBrowser(): Promise<{
  executablePath: string
  args: string[]
  env: Record<string, string>
}>
