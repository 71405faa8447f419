/* The page's charts, theme and copy buttons; and, during a run, its live updates. */
(() => {
  'use strict';
  const root = document.documentElement;
  const plots = new Set();
  const hidden = new Set();
  let data = null;
  let round = 0; // all

  const colour = name => getComputedStyle(root).getPropertyValue(name).trim();
  const variantColour = variant => colour('--v' + variant % 7);
  const element = (name, attributes = {}, text = '') => {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    made.textContent = text;
    return made;
  };
  const number = value => {
    if (value == null) return '–';
    const size = Math.abs(value);
    const digits = size >= 100 || Number.isInteger(value) ? 0 : size >= 10 ? 1 : size >= 0.01 || size === 0 ? 2 : 4;
    return value.toLocaleString('en', {maximumFractionDigits: digits});
  };

  /* 1, 2, 5, 10 … for a range of a factor of three or more; else even steps. */
  function logMarks(u, axis, min, max) {
    const marks = [];
    if (max / min >= 3) {
      for (let decade = 10 ** Math.floor(Math.log10(min)); decade <= max; decade *= 10)
        for (const digit of [1, 2, 5]) if (digit * decade >= min && digit * decade <= max) marks.push(digit * decade);
      return marks.length > 9 ? marks.filter(m => Number.isInteger(Math.round(1e9 * Math.log10(m)) / 1e9)) : marks;
    }
    const rough = (max - min) / 4;
    const decade = 10 ** Math.floor(Math.log10(rough));
    const step = [1, 2, 5, 10].map(d => d * decade).find(s => s >= rough);
    for (let at = Math.ceil(min / step) * step; at <= max; at += step) marks.push(at);
    return marks;
  }

  /* The point of a line that is nearest to the cursor: lines have points at different times. */
  function nearest(u, series, index) {
    const values = u.data[series];
    if (series === 0 || values[index] != null) return index;
    for (let far = 1; far < values.length; far++) {
      if (values[index - far] != null) return index - far;
      if (values[index + far] != null) return index + far;
    }
    return index;
  }

  const axisStyle = () => ({
    stroke: colour('--soft'), grid: {stroke: colour('--grid'), width: 1}, ticks: {show: false},
    font: '12px system-ui, sans-serif', labelFont: '12px system-ui, sans-serif',
  });

  function lineStyle(variant, label, style, thin = false) {
    const points = style === 'points';
    return {
      label, stroke: variantColour(variant), width: points ? 0 : thin ? 1 : 1.75, alpha: thin ? 0.75 : 1,
      dash: style === 'dashed' ? [5, 4] : undefined,
      show: !hidden.has(variant), variant, style, spanGaps: true,
      points: points ? {show: true, size: thin ? 5 : 7, fill: variantColour(variant), stroke: variantColour(variant)} : {show: false},
      value: (u, value) => number(value),
    };
  }

  /* What a line looks like, for its name in the legend. */
  function sample({variant, style}) {
    if (style === undefined) return 'none';
    const drawn = variantColour(variant);
    if (style === 'points') return `radial-gradient(circle closest-side, ${drawn} 95%, transparent) center / 7px 7px no-repeat`;
    return style === 'dashed'
      ? `repeating-linear-gradient(90deg, ${drawn} 0 5px, transparent 5px 8px) center / 100% 2px no-repeat`
      : `linear-gradient(${drawn}, ${drawn}) center / 100% 3px no-repeat`;
  }

  function chart(place, title, unit, description, options, table) {
    const figure = element('figure', {'aria-label': `${title}, ${unit}. ${description}`});
    const caption = element('figcaption', {title: description}, title + ' ');
    caption.append(element('span', {}, unit));
    const copy = element('button', {type: 'button', 'aria-label': `Copy the numbers of ${title}`}, 'Copy');
    caption.append(copy);
    const plot = element('div', {class: 'plot', tabindex: '0', role: 'group', 'aria-label': `${title}: arrow keys move the cursor`});
    figure.append(caption, plot);
    place.append(figure);
    const u = new uPlot({
      ...options, width: Math.max(200, plot.clientWidth), padding: [8, 22, 0, 0],
      cursor: {drag: {x: false, y: false}, dataIdx: nearest, y: false, points: {size: 6}, ...options.cursor},
      hooks: {...options.hooks, setCursor: [idle]},
      legend: {live: true, markers: {width: 0, fill: (chart, i) => sample(chart.series[i])}},
    }, table, plot);
    idle(u);
    plots.add({u, plot, title, unit, labels: options.series.map(s => s.label)});
    copy.addEventListener('click', () => copyText(copy, numbers(u)));
    plot.addEventListener('keydown', event => arrow(event, u));
    return u;
  }

  /* Without a cursor the legend names the lines; with one it has their values. */
  function idle(u) {
    u.root.classList.toggle('idle', u.cursor.idx == null);
  }

  function arrow(event, u) {
    const step = {ArrowLeft: -1, ArrowRight: 1}[event.key];
    if (!step) return;
    event.preventDefault();
    const width = u.over.clientWidth;
    const at = u.cursor.left < 0 ? width / 2 : u.cursor.left + step * Math.max(2, width / 60);
    u.setCursor({left: Math.min(width, Math.max(0, at)), top: u.over.clientHeight / 2}, true, true);
  }

  /* The start of what a spreadsheet takes for a formula: the rule of CSV files. */
  const FORMULA = /^(?:[\t\r\n]|[\s\u00a0\u3000]*(?:[=@\uff1d\uff20]|[+\-\uff0b\uff0d](?![\d.,]+(?:e[+-]?\d+)?(?: ?(?:%|[a-z\u00b5]{1,4}))?$)))/i;

  function cellText(text) {
    const line = text.replace(/\s+/g, ' ').trim();
    return FORMULA.test(line) ? "'" + line : line;
  }

  function numbers(u) {
    const rows = [u.series.map(s => cellText(s.label ?? '')).join('\t')];
    for (let i = 0; i < u.data[0].length; i++) rows.push(u.data.map(column => column[i] ?? '').join('\t'));
    return rows.join('\n');
  }

  const nines = value => {
    if (value < 0.01) return '0 %';
    const percent = 100 * (1 - 10 ** -value);
    return percent.toFixed(Math.max(0, Math.round(value) - 2)) + ' %';
  };

  function percentiles() {
    const place = document.querySelector('[data-chart=percentiles]');
    if (!place) return;
    place.replaceChildren();
    if (!data.curves.length) {
      place.append(element('p', {class: 'aside'}, 'No responses yet.'));
      return;
    }
    const series = [{label: 'percentile', value: (u, value) => value == null ? '–' : exactPercent(value)}];
    const tables = [];
    for (const curve of data.curves) {
      for (const [kind, style] of [['response', 'solid'], ['service', 'dashed']]) {
        series.push(lineStyle(curve.variant, `${data.variants[curve.variant]}, ${kind} time`, style));
        tables.push([curve[kind].x, curve[kind].y]);
      }
    }
    chart(place, 'Latency', 'ms, logarithmic', 'By percentile, response and service time.', {
      height: 340, series, cursor: {sync: {key: 'percentiles'}},
      scales: {
        x: {time: false, range: (u, min, max) => [0, Math.max(1, max)]},
        y: {distr: 3, range: (u, min, max) => [min * 0.9, max * 1.1]},
      },
      axes: [
        {...axisStyle(), splits: (u, axis, min, max) => [Math.log10(2), ...Array.from({length: Math.floor(max) + 1}, (_, i) => i).slice(1)], values: (u, marks) => marks.map(nines)},
        {...axisStyle(), size: 56, splits: logMarks, filter: (u, marks) => marks, values: (u, marks) => marks.map(number)},
      ],
    }, uPlot.join(tables));
  }

  const exactPercent = value => {
    const digits = Math.max(1, Math.ceil(value));
    return (100 * (1 - 10 ** -value)).toFixed(digits) + ' %';
  };

  function timelines() {
    const place = document.querySelector('.panels');
    if (!place) return;
    place.replaceChildren();
    const toggle = document.getElementById('warm-up');
    const whole = !toggle || toggle.checked;
    const last = t => whole ? Math.max(t.end, ...Object.values(t.lines).map(l => l.x[l.x.length - 1])) : t.end;
    const low = whole ? Math.min(0, ...data.trials.map(t => t.warmUp)) : 0;
    const high = Math.max(whole ? 1 : 0, ...data.trials.map(last)) || 1;
    const trials = data.trials.filter(t => !round || t.round === round).sort((a, b) => a.variant - b.variant);
    const empty = [];
    for (const panel of data.panels) {
      if (!drawPanel(panel, trials, low, high, place)) empty.push(panel.title);
    }
    if (empty.length && trials.length)
      place.append(element('p', {class: 'aside'}, 'No data for: ' + empty.join(', ') + '.'));
    if (!trials.length) place.append(element('p', {class: 'aside'}, 'No successful trial.'));
  }

  /* Between two points of a line; null outside of it. */
  function interpolated(line, at) {
    const {x, y} = line;
    let low = 0;
    let high = x.length - 1;
    if (high < 0 || at < x[0] || at > x[high]) return null;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (x[middle] <= at) low = middle; else high = middle;
    }
    return x[high] === x[low] ? y[low] : y[low] + (y[high] - y[low]) * (at - x[low]) / (x[high] - x[low]);
  }

  /* The range and the median of several lines, at the usual distance of their points. */
  function range(lines) {
    const steps = lines.flatMap(l => l.x.slice(1).map((x, i) => x - l.x[i])).filter(step => step > 0).sort((a, b) => a - b);
    const first = Math.min(...lines.map(l => l.x[0]));
    const last = Math.max(...lines.map(l => l.x[l.x.length - 1]));
    // Points that come in bursts have a short usual distance: no more steps than a screen shows.
    const step = Math.max(steps[steps.length >> 1] || 1, (last - first) / 2000);
    const result = {x: [], low: [], high: [], median: []};
    for (let at = first; at <= last; at += step) {
      const values = lines.map(l => interpolated(l, at)).filter(v => v != null).sort((a, b) => a - b);
      if (!values.length) continue;
      const half = values.length >> 1;
      result.x.push(at);
      result.low.push(values[0]);
      result.high.push(values[values.length - 1]);
      result.median.push(values.length % 2 ? values[half] : (values[half - 1] + values[half]) / 2);
    }
    return result;
  }

  const edge = (variant, label) => ({...lineStyle(variant, label, 'solid', true), class: 'edge', alpha: 0.4});

  /* Adds the series of a band, which are its lower edge, its upper edge and its median, in this order. */
  function addBand(series, tables, bands, variant, name, style, lines) {
    const {x, low, high, median} = range(lines);
    bands.push({series: [series.length + 1, series.length], fill: variantColour(variant) + '59'});
    series.push(edge(variant, name + ', lowest trial'), edge(variant, name + ', highest trial'), {
      ...lineStyle(variant, `${name}, median of ${lines.length} trials`, style),
      value: (u, value, i, at) => value == null ? '–' : `${number(value)} (${number(u.data[i - 2][at])}–${number(u.data[i - 1][at])})`,
    });
    tables.push([x, low], [x, high], [x, median]);
  }

  function drawPanel(panel, trials, low, high, place) {
    const series = [{label: 's', value: (u, value) => value == null ? '–' : value.toFixed(2) + ' s'}];
    const tables = [];
    const bands = [];
    const several = new Set(trials.map(t => t.round)).size > 1;
    const banded = several && !document.getElementById('each-trial')?.checked;
    for (const variant of new Set(trials.map(t => t.variant))) {
      for (const line of panel.lines) {
        const drawn = trials.filter(t => t.variant === variant && t.lines[line.key]?.x.some(x => x >= low && x <= high));
        const name = data.variants[variant] + (line.label ? ', ' + line.label : '');
        if (banded && drawn.length > 1 && line.style !== 'points') {
          addBand(series, tables, bands, variant, name, line.style, drawn.map(t => t.lines[line.key]));
          continue;
        }
        for (const trial of drawn) {
          const label = name + (several ? ', block ' + trial.round : '');
          // Of several trials with points beside bands, the legend names one.
          const unnamed = banded && trial !== drawn[0] ? {class: 'edge'} : {};
          series.push({...lineStyle(variant, banded ? name : label, line.style, several), ...unnamed});
          tables.push([trial.lines[line.key].x, trial.lines[line.key].y]);
        }
      }
    }
    if (!tables.length) return false;
    const end = Math.max(...trials.map(t => t.end));
    const u = chart(place, panel.title, panel.unit, panel.description, {
      height: 190, series, bands, cursor: {sync: {key: 'time'}},
      hooks: {drawClear: [u => shade(u, end)]},
      scales: {x: {time: false, range: [low, high]}, y: {range: (u, min, max) => [0, max > 0 ? max * 1.1 : 1]}},
      axes: [{...axisStyle(), size: 32, values: (u, marks) => marks.map(m => number(m) + ' s')}, {...axisStyle(), size: 56, values: (u, marks) => marks.map(number)}],
    }, uPlot.join(tables));
    u.root.classList.toggle('many', several && !banded);
    return true;
  }

  /* One pixel per cell; the opacity grows with the logarithm of the count. */
  function heatMaps() {
    const {maps, edges, step} = data.heat;
    const most = Math.max(1, ...maps.flatMap(m => m.counts.flat()));
    for (const canvas of document.querySelectorAll('canvas[data-map]')) {
      const map = maps[canvas.dataset.map];
      const rows = map.counts.length;
      const columns = map.counts[0].length;
      canvas.width = columns;
      canvas.height = rows;
      const cells = canvas.getContext('2d');
      cells.fillStyle = variantColour(map.variant);
      map.counts.forEach((row, r) => row.forEach((count, c) => {
        if (!count) return;
        cells.globalAlpha = 0.1 + 0.9 * Math.log1p(count) / Math.log1p(most);
        cells.fillRect(c, rows - 1 - r, 1, 1);
      }));
      const output = canvas.closest('figure').querySelector('output');
      const within = (at, cells) => Math.min(cells - 1, Math.max(0, at));
      const read = (c, r) => {
        output.textContent = `${number(c * step)} s, ${number(edges[r])}–${number(edges[r + 1])} ms: ${number(map.counts[r][c])}`;
      };
      canvas.onpointermove = event => read(
        within(Math.floor(event.offsetX / canvas.clientWidth * columns), columns),
        rows - 1 - within(Math.floor(event.offsetY / canvas.clientHeight * rows), rows));
      let column = -1;
      let row = 0;
      canvas.onkeydown = event => {
        const move = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1]}[event.key];
        if (!move) return;
        event.preventDefault();
        column = within(column + move[0], columns);
        row = within(row + move[1], rows);
        read(column, row);
      };
      canvas.onpointerleave = canvas.onblur = () => { output.textContent = ''; };
    }
  }

  /* Shades the time outside the measured window. */
  function shade(u, end) {
    const {left, top, width, height} = u.bbox;
    const within = value => Math.min(left + width, Math.max(left, u.valToPos(value, 'x', true)));
    u.ctx.save();
    u.ctx.fillStyle = colour('--shade');
    u.ctx.fillRect(left, top, within(0) - left, height);
    u.ctx.fillRect(within(end), top, left + width - within(end), height);
    u.ctx.restore();
  }

  function legend() {
    const place = document.querySelector('.legend');
    if (!place) return;
    place.replaceChildren(...data.variants.map((name, variant) => {
      const button = element('button', {type: 'button', 'aria-pressed': String(!hidden.has(variant)), title: 'Show or hide in the charts'});
      button.append(element('i', {class: 'swatch v' + variant % 7, 'aria-hidden': 'true'}), element('span', {}, name));
      button.addEventListener('click', () => {
        hidden.has(variant) ? hidden.delete(variant) : hidden.add(variant);
        button.setAttribute('aria-pressed', String(!hidden.has(variant)));
        for (const {u} of plots) u.series.forEach((s, i) => s.variant === variant && u.setSeries(i, {show: !hidden.has(variant)}));
      });
      return button;
    }));
  }

  /* The selected flame graph, its enlarged frame, and the search; kept when the page is drawn again. */
  const flame = {graph: 0, top: 0, query: '', nodes: []};

  const kindOf = name => /^(java|javax|jdk|sun|com\.sun|jakarta)\./.test(name) ? 'library' : name.includes('::') || !name.includes('.') ? 'native' : 'app';

  const markOf = (graph, node) => Object.hasOwn(graph.marked, node.name) ? graph.marked[node.name] : '';

  const amount = (graph, value) => {
    const size = Math.abs(value);
    const steps = graph.unit === 'ns' ? [[1e9, 's'], [1e6, 'ms'], [1e3, 'µs'], [1, 'ns']] : [[2 ** 30, 'GiB'], [2 ** 20, 'MiB'], [1024, 'KiB'], [1, 'B']];
    const [scale, unit] = steps.find(([from]) => size >= from) ?? steps[3];
    return number(value / scale) + ' ' + unit;
  };

  /* Frames in depth-first order, with the frame above, those below, and the place of the left edge. */
  function flameNodes(graph, names) {
    const path = [];
    return graph.frames.map(([depth, name, cost, first], index) => {
      const node = {index, depth, name: names[name] || 'all', cost, first, width: graph.differential ? (cost + first) / 2 : cost, calls: [], filled: 0};
      node.parent = depth ? path[depth - 1] : null;
      node.left = node.parent ? node.parent.left + node.parent.filled : 0;
      if (node.parent) {
        node.parent.filled += node.width;
        node.parent.calls.push(node);
      }
      path[depth] = node;
      return node;
    });
  }

  function flameGraphs() {
    const holder = document.getElementById('code-data');
    const place = document.querySelector('.flame');
    if (!holder || !place) return;
    const {names, graphs} = JSON.parse(holder.textContent);
    const choice = document.getElementById('flame-graph');
    const search = document.getElementById('flame-search');
    flame.graph = Math.min(flame.graph, graphs.length - 1);
    const describe = frame => {
      const node = flame.nodes[frame?.dataset?.node];
      if (node) document.getElementById('flame-status').textContent = flameText(graphs[flame.graph], node);
    };
    const select = () => {
      flame.nodes = flameNodes(graphs[flame.graph], names);
      flame.top = Math.min(flame.top, flame.nodes.length - 1);
      drawFlame(place, graphs[flame.graph]);
    };
    choice.value = String(flame.graph);
    search.value = flame.query;
    choice.onchange = () => {
      flame.graph = Number(choice.value);
      flame.top = 0;
      select();
    };
    search.oninput = () => {
      flame.query = search.value;
      markFlame(place, graphs[flame.graph]);
    };
    const enlarge = index => {
      flame.top = index;
      drawFlame(place, graphs[flame.graph]);
      place.querySelector(`[data-node="${index}"]`)?.focus();
    };
    document.getElementById('flame-whole').onclick = () => enlarge(0);
    place.onclick = event => {
      const frame = event.target.closest('[data-node]');
      if (frame) enlarge(Number(frame.dataset.node));
    };
    if (!place.dataset.ready) place.addEventListener('focusin', event => describe(event.target));
    place.dataset.ready = 'true';
    place.onpointerover = event => describe(event.target.closest('[data-node]'));
    place.onkeydown = event => flameKey(event, place, enlarge);
    select();
  }

  function flameText(graph, node) {
    const whole = flame.nodes[0];
    const share = `${number(100 * node.cost / (whole.cost || 1))} %`;
    if (!graph.differential) return `${node.name}: ${amount(graph, node.cost)}, ${share}`;
    const difference = node.cost - node.first;
    const marked = markOf(graph, node);
    return `${node.name}: ${amount(graph, node.cost)}, ${share}; here ${difference > 0 ? '+' : ''}${amount(graph, difference)}${marked ? `; everywhere ${marked}` : ''}`;
  }

  function flameKey(event, place, enlarge) {
    const node = flame.nodes[event.target.dataset?.node];
    if (!node) return;
    const seen = other => other && place.querySelector(`[data-node="${other.index}"]`);
    const beside = step => {
      const row = [...place.querySelectorAll(`[aria-level="${node.depth + 1}"]`)];
      return row[row.indexOf(event.target) + step];
    };
    const target = {
      ArrowUp: () => seen(node.parent),
      ArrowDown: () => node.calls.map(seen).find(frame => frame),
      ArrowLeft: () => beside(-1),
      ArrowRight: () => beside(1),
      Home: () => seen(flame.nodes[0]),
    }[event.key];
    if (target) {
      event.preventDefault();
      target()?.focus();
    } else if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      enlarge(node.index);
    } else if (event.key === 'Escape') {
      enlarge(0);
    }
  }

  /* The callers of the enlarged frame have the whole width, and it too; narrow frames are left out. */
  function drawFlame(place, graph) {
    const top = flame.nodes[flame.top];
    const callers = new Set();
    for (let node = top.parent; node; node = node.parent) callers.add(node);
    const scale = top.width || 1;
    const narrowest = 2 / Math.max(200, place.clientWidth);
    const largest = Math.max(1e-9, ...flame.nodes.map(node => Math.abs(node.cost - node.first)));
    const shown = flame.nodes.filter(node => callers.has(node) || node === top
      || node.left >= top.left - 1e-9 * scale && node.left < top.left + scale && node.depth > top.depth && node.width / scale >= narrowest && isBelow(node, top));
    place.replaceChildren(...shown.map(node => {
      const whole = callers.has(node) || node === top;
      const frame = element('div', {role: 'treeitem', tabindex: node === top ? '0' : '-1', 'data-node': node.index, 'aria-level': node.depth + 1, 'aria-label': flameText(graph, node)}, node.name);
      frame.style.left = whole ? '0' : 100 * (node.left - top.left) / scale + '%';
      frame.style.width = whole ? '100%' : 100 * node.width / scale + '%';
      frame.style.top = 1.25 * node.depth + 'rem';
      if (graph.differential) {
        const difference = node.cost - node.first;
        frame.className = difference > 0 ? 'more' : 'less';
        frame.style.setProperty('--strength', Math.round(45 * Math.abs(difference) / largest) + '%');
        if (markOf(graph, node)) frame.classList.add('differs');
      } else {
        frame.className = kindOf(node.name);
      }
      if (callers.has(node)) frame.classList.add('caller');
      return frame;
    }));
    place.style.height = 1.25 * (1 + Math.max(...shown.map(node => node.depth))) + 0.2 + 'rem';
    document.getElementById('flame-legend').replaceChildren(...flameLegend(graph));
    document.getElementById('flame-status').textContent = flameText(graph, top);
    markFlame(place, graph);
  }

  function isBelow(node, top) {
    let caller = node;
    while (caller && caller.depth > top.depth) caller = caller.parent;
    return caller === top;
  }

  function flameLegend(graph) {
    const key = (kind, text) => [element('i', {class: 'flame-key ' + kind, 'aria-hidden': 'true'}), ` ${text} `];
    return graph.differential
      ? [...key('less', 'costs less'), ...key('more', 'costs more'), ...key('differs', 'differs for certain;'), 'width: mean of both variants.']
      : [...key('app', 'application and libraries'), ...key('library', 'JDK'), ...key('native', 'native code and the JVM;'), 'width: cost with what it calls.'];
  }

  /* Frames with the searched text, and their share: those within another one count once. */
  function markFlame(place, graph) {
    const query = flame.query.trim().toLowerCase();
    const found = new Set(query ? flame.nodes.filter(node => node.depth && node.name.toLowerCase().includes(query)) : []);
    for (const frame of place.children) frame.classList.toggle('found', found.has(flame.nodes[frame.dataset.node]));
    place.classList.toggle('searched', query !== '');
    if (!query) return;
    const outermost = [...found].filter(node => {
      for (let caller = node.parent; caller; caller = caller.parent) if (found.has(caller)) return false;
      return true;
    });
    const cost = outermost.reduce((sum, node) => sum + node.cost, 0);
    document.getElementById('flame-status').textContent =
      `${found.size} frames found: ${amount(graph, cost)}, ${number(100 * cost / (flame.nodes[0].cost || 1))} %`;
  }

  /* Links to the sections, from their headings; none on a page that needs no menu. */
  function menu() {
    const headings = [...document.querySelectorAll('main section h2[id]')];
    const links = headings.map(h => element('a', {href: '#' + h.id}, h.id === 'headline' ? 'Answer' : h.textContent));
    document.querySelector('.menu').replaceChildren(...(links.length > 2 ? links : []));
    measureMenu();
    markSection();
  }

  /* Its links may take several lines, below which sections and what sticks to the top begin. */
  function measureMenu() {
    root.style.setProperty('--menu', document.querySelector('.menu').offsetHeight + 'px');
  }

  function markSection() {
    const place = document.querySelector('.menu');
    const links = [...place.children];
    const passed = links.filter(l => document.getElementById(l.hash.slice(1)).getBoundingClientRect().top < innerHeight / 4);
    const current = passed.pop() ?? links[0];
    for (const link of links)
      if (link === current) link.setAttribute('aria-current', 'true'); else link.removeAttribute('aria-current');
    if (current) place.scrollLeft = current.offsetLeft - place.clientWidth / 3;
  }

  function draw() {
    menu();
    flameGraphs();
    for (const {u} of plots) u.destroy();
    plots.clear();
    const holder = document.getElementById('data');
    if (!holder) return;
    data = JSON.parse(holder.textContent);
    const choice = document.getElementById('round');
    round = choice ? Math.min(round, choice.options.length - 1) : 0;
    if (choice) choice.value = String(round);
    legend();
    percentiles();
    timelines();
    heatMaps();
    fit();
  }

  function fit() {
    for (const {u, plot} of plots) {
      const width = Math.max(200, plot.clientWidth);
      if (width !== u.width) u.setSize({width, height: u.height});
    }
  }

  function copyText(button, text) {
    const label = button.dataset.label ??= button.textContent;
    const done = () => {
      button.textContent = 'Copied';
      setTimeout(() => { button.textContent = label; }, 1500);
    };
    const fallback = () => {
      const area = element('textarea', {class: 'hidden'});
      area.value = text;
      document.body.append(area);
      area.select();
      if (document.execCommand('copy')) done();
      area.remove();
      button.focus();
    };
    navigator.clipboard ? navigator.clipboard.writeText(text).then(done, fallback) : fallback();
  }

  const cellsOf = table => [...table.rows].map(row => [...row.cells].map(cell => cellText(cell.innerText)).join('\t')).join('\n');

  const dark = () => root.dataset.theme ? root.dataset.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;

  function paint(theme) {
    if (theme) root.dataset.theme = theme; else delete root.dataset.theme;
    draw();
  }

  document.addEventListener('click', event => {
    const button = event.target.closest?.('button');
    if (!button) return;
    if (button.id === 'theme') paint(dark() ? 'light' : 'dark');
    if (button.dataset.copy) copyText(button, cellsOf(document.getElementById(button.dataset.copy)));
    if (button.id === 'stop') stop(button);
  });
  document.addEventListener('change', event => {
    const id = event.target.id;
    if (id === 'round') round = Number(event.target.value);
    if (id === 'round' || id === 'warm-up' || id === 'each-trial') draw();
  });
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => { if (!root.dataset.theme) draw(); });
  addEventListener('resize', () => { measureMenu(); fit(); });
  addEventListener('scroll', markSection, {passive: true});
  let before;
  addEventListener('beforeprint', () => { before = root.dataset.theme; paint('light'); fit(); });
  addEventListener('afterprint', () => { paint(before); fit(); });

  /* The throughput of the present trials, by the time at which it arrived. */
  function liveTrials(trials) {
    const place = document.getElementById('live-trial');
    const lines = [...trials.values()];
    const first = Math.min(...lines.map(line => line.points[0].at));
    const last = Math.max(first + 1000, ...lines.map(line => line.points[line.points.length - 1].at));
    const most = Math.max(...lines.flatMap(line => line.points.map(p => p.perSecond)));
    const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
    svg.setAttribute('viewBox', '0 0 100 100');
    svg.setAttribute('preserveAspectRatio', 'none');
    for (const {variant, points} of lines) {
      const drawn = document.createElementNS(svg.namespaceURI, 'polyline');
      drawn.setAttribute('class', 'v' + Math.max(0, data.variants.indexOf(variant)) % 7);
      drawn.setAttribute('points', points.map(p => `${100 * (p.at - first) / (last - first)},${96 - 92 * p.perSecond / most}`).join(' '));
      svg.append(drawn);
    }
    const caption = lines.map(({variant, points}) => `${variant} ${number(points[points.length - 1].perSecond)}/s`).join(', ');
    place.replaceChildren(svg, element('figcaption', {}, caption));
  }

  function follow() {
    const trials = new Map();
    const status = document.getElementById('live-status');
    const announcement = document.getElementById('live-announcement');
    const events = new EventSource('events');
    const end = text => {
      events.close();
      status.textContent = announcement.textContent = text;
      document.getElementById('stop').disabled = true;
      document.querySelector('.pulse').style.animation = 'none';
    };
    events.addEventListener('status', event => { status.textContent = JSON.parse(event.data); });
    events.addEventListener('sample', event => {
      const {trial, variant, perSecond} = JSON.parse(event.data);
      if (!data) return;
      if (!trials.has(trial)) trials.set(trial, {variant, points: []});
      trials.get(trial).points.push({at: performance.now(), perSecond});
      liveTrials(trials);
    });
    events.addEventListener('page', event => {
      trials.clear();
      document.getElementById('live-trial').replaceChildren();
      const fresh = new DOMParser().parseFromString(JSON.parse(event.data), 'text/html').querySelector('main');
      for (const link of fresh.querySelectorAll('.files a')) link.replaceWith(link.textContent);
      document.querySelector('main').replaceWith(fresh);
      announcement.textContent = document.getElementById('headline').textContent;
      draw();
    });
    events.addEventListener('ended', event => end(JSON.parse(event.data)));
    events.onerror = () => { if (events.readyState === EventSource.CLOSED) end('The run can no longer be reached.'); };
  }

  function stop(button) {
    button.disabled = true;
    button.textContent = 'Stopping …';
    fetch('stop', {method: 'POST'}).then(response => {
      if (!response.ok) throw new Error(String(response.status));
    }).catch(() => {
      button.disabled = false;
      button.textContent = 'Stop the run';
    });
  }

  draw();
  if (document.body.dataset.live === 'true') follow();
})();
