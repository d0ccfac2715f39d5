/** Child processes of the benchmark: each tells its port once it listens. */
import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** A server to load. */
export interface Running {
  url: string
  process: ChildProcess
  stop(): Promise<void>
}

/** Starts one of the scripts beside this file on a database. @param nodeArgs such as `--cpu-prof` */
export async function start(
  script: 'ours.ts' | 'bare.ts',
  databaseUrl: string,
  nodeArgs: string[] = [],
): Promise<Running> {
  const child = fork(fileURLToPath(new URL(script, import.meta.url)), {
    execArgv: ['--import', 'tsx', ...nodeArgs],
    env: {
      ...process.env,
      DATABASE_URL: databaseUrl,
      PORT: '0',
      SEXTON_RATE_LIMIT_KEY: '0',
      SEXTON_RATE_LIMIT_IP: '0',
      SEXTON_LOG_LEVEL: 'error',
    },
  })
  const port = await new Promise<unknown>((resolve, reject) => {
    child.once('message', resolve)
    child.once('exit', code => reject(new Error(`${script} ended with ${code} before it listened.`)))
  })
  return {
    url: `http://127.0.0.1:${port}`,
    process: child,
    async stop() {
      const ended = new Promise(resolve => child.once('exit', resolve))
      child.disconnect()
      await ended
    },
  }
}
