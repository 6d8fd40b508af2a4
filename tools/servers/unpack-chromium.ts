// Unpacks Chromium below the temporary folder and prints the path of the program.
import chromium from '@sparticuz/chromium';

process.stdout.write(await chromium.executablePath());
