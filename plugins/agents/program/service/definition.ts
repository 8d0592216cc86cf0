import { AgentError } from '../errors.js'

/** The settings of a service. */
export interface Service {
  /** The program and its arguments. */
  command: string[]
  stateFolder: string
  /** For the whole machine, not for one person. */
  isSystem: boolean
  /** The account that the service runs as; if absent, the default of the service manager. */
  runAs?: string | undefined
}

/** The name of the agent in service managers. */
export const serviceName = 'crossdock-agent'
export const launchdLabel = 'com.crossdock.agent'
export const taskName = 'Crossdock Agent'

/** Environment variable that is set if a service manager restarts the agent when it ends. */
export const managedBy = 'CROSSDOCK_AGENT_SERVICE'

/** Quotes an argument in a unit of systemd, where `%` and `$` have a special meaning. */
const unitWord = (word: string): string =>
  `"${word.replace(/[\\"]/g, '\\$&').replaceAll('%', '%%').replaceAll('$', '$$$$')}"`

/** Returns the unit file for systemd. */
export function systemdUnit(service: Service): string {
  const { command, isSystem, runAs } = checkService(service)
  return [
    '[Unit]',
    'Description=Crossdock agent',
    'Documentation=man:systemd.service(5)',
    ...(isSystem ? ['After=network-online.target', 'Wants=network-online.target'] : []),
    'StartLimitIntervalSec=0',
    '',
    '[Service]',
    'Type=exec',
    `ExecStart=${command.map(unitWord).join(' ')}`,
    `Environment=${managedBy}=systemd`,
    'Restart=always',
    'RestartSec=2',
    'TimeoutStopSec=20',
    ...(isSystem && runAs ? [`User=${unitWord(runAs)}`] : []),
    'NoNewPrivileges=yes',
    'UMask=0027',
    'MemoryMax=1G',
    // The service manager of a person may not be able to set up file systems.
    ...(isSystem
      ? [
          // Not "strict", because more folders may be allowed later.
          'ProtectSystem=full',
          'ProtectControlGroups=yes',
          'ProtectKernelModules=yes',
          'ProtectKernelTunables=yes',
          'RestrictSUIDSGID=yes',
        ]
      : []),
    '',
    '[Install]',
    `WantedBy=${isSystem ? 'multi-user.target' : 'default.target'}`,
    '',
  ].join('\n')
}

const xml = (text: string): string =>
  text.replace(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0)};`)

/** Returns the property list for launchd. */
export function launchdPlist(service: Service): string {
  const { command, stateFolder, isSystem, runAs } = checkService(service)
  const strings = command.map((word) => `    <string>${xml(word)}</string>`).join('\n')
  const account =
    isSystem && runAs ? `  <key>UserName</key>\n  <string>${xml(runAs)}</string>\n` : ''
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
  <key>Label</key>
  <string>${launchdLabel}</string>
  <key>ProgramArguments</key>
  <array>
${strings}
  </array>
  <key>EnvironmentVariables</key>
  <dict>
    <key>${managedBy}</key>
    <string>launchd</string>
  </dict>
${account}  <key>WorkingDirectory</key>
  <string>${xml(stateFolder)}</string>
  <key>RunAtLoad</key>
  <true/>
  <key>KeepAlive</key>
  <true/>
  <key>ThrottleInterval</key>
  <integer>2</integer>
  <key>ProcessType</key>
  <string>Background</string>
  <key>SoftResourceLimits</key>
  <dict>
    <key>NumberOfFiles</key>
    <integer>4096</integer>
  </dict>
</dict>
</plist>
`
}

/** Quotes an argument for the Windows C runtime. */
export const windowsWord = (word: string): string =>
  `"${word.replace(/(\\*)"/g, '$1$1\\"').replace(/(\\+)$/, '$1$1')}"`

/**
 * Returns the scheduled task for Windows. It starts with the machine or the sign-in, and again whenever it ends.
 */
export function windowsTask(service: Service): string {
  const { command, stateFolder, isSystem, runAs } = checkService(service)
  const [program = '', ...args] = command
  const account = isSystem ? 'S-1-5-18' : runAs
  const principal = isSystem
    ? `      <UserId>S-1-5-18</UserId>\n      <RunLevel>LeastPrivilege</RunLevel>`
    : `${account ? `      <UserId>${xml(account)}</UserId>\n` : ''}      <LogonType>InteractiveToken</LogonType>\n      <RunLevel>LeastPrivilege</RunLevel>`
  const trigger = isSystem
    ? '    <BootTrigger>\n      <Enabled>true</Enabled>\n    </BootTrigger>'
    : `    <LogonTrigger>\n      <Enabled>true</Enabled>${account ? `\n      <UserId>${xml(account)}</UserId>` : ''}\n    </LogonTrigger>`
  return `<?xml version="1.0" encoding="UTF-16"?>
<Task version="1.2" xmlns="http://schemas.microsoft.com/windows/2004/02/mit/task">
  <RegistrationInfo>
    <Description>Crossdock agent</Description>
  </RegistrationInfo>
  <Triggers>
${trigger}
  </Triggers>
  <Principals>
    <Principal id="Author">
${principal}
    </Principal>
  </Principals>
  <Settings>
    <MultipleInstancesPolicy>IgnoreNew</MultipleInstancesPolicy>
    <DisallowStartIfOnBatteries>false</DisallowStartIfOnBatteries>
    <StopIfGoingOnBatteries>false</StopIfGoingOnBatteries>
    <AllowHardTerminate>true</AllowHardTerminate>
    <StartWhenAvailable>true</StartWhenAvailable>
    <RunOnlyIfNetworkAvailable>false</RunOnlyIfNetworkAvailable>
    <Enabled>true</Enabled>
    <Hidden>false</Hidden>
    <ExecutionTimeLimit>PT0S</ExecutionTimeLimit>
    <Priority>7</Priority>
    <RestartOnFailure>
      <Interval>PT1M</Interval>
      <Count>999</Count>
    </RestartOnFailure>
  </Settings>
  <Actions Context="Author">
    <Exec>
      <Command>${xml(program)}</Command>
      <Arguments>${xml(args.map(windowsWord).join(' '))}</Arguments>
      <WorkingDirectory>${xml(stateFolder)}</WorkingDirectory>
    </Exec>
  </Actions>
</Task>
`
}

/**
 * Refuses control characters: a line break could add a setting.
 * @throws AgentError
 */
function checkService(service: Service): Service {
  const { command, stateFolder, runAs = '' } = service
  const bad = [...command, stateFolder, runAs].find((text) => /\p{Cc}/u.test(text))
  if (bad === undefined) return service
  throw new AgentError('E_NAME', `"${bad}" holds a control character, and cannot be in a service.`)
}
