/** The command line of an installation that has lost property: `lost list --church grace`. */
import { run } from '../../src/cli/main.ts'
import { houseOf } from '../../src/house.ts'
import { MODULES } from '../../src/modules/index.ts'
import { ADDED } from './module.ts'

process.exitCode = await run(process.argv.slice(2), undefined, houseOf([...MODULES, ...ADDED]))
