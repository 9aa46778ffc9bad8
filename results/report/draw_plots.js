// Draws each figure when it comes near the screen, in the colours of the reader's theme. Runs in the page.
(() => {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const themes = {
    light: { text: "#1b1f24", grid: "#d8dee4", band: "#8c959f", paper: "#ffffff" },
    dark: { text: "#e6edf3", grid: "#3a424c", band: "#8b949e", paper: "#161b22" },
  };
  const places = [...document.querySelectorAll(".plot")];
  const drawn = new Set();
  const BUTTONS = 32;
  // Width on paper, of which style.css shows 3/4: two plots side by side on A4 and on letter. They are lower
  // there, so that fewer begin a new page.
  const PAPER = 435, LOWER = 100;
  const settings = {
    responsive: true,
    displaylogo: false,
    modeBarButtonsToRemove: ["select2d", "lasso2d", "autoScale2d"],
  };

  function themed(figure, theme, onPaper) {
    const axis = (wanted) => ({
      ...wanted,
      gridcolor: theme.grid,
      linecolor: theme.text,
      zerolinecolor: theme.grid,
    });
    const shapes = figure.layout.shapes.map((shape) =>
      shape.name === "cell"
        ? shape
        : shape.type === "rect"
        ? { ...shape, fillcolor: theme.band, opacity: 0.45, line: { width: 0 } }
        : { ...shape, line: { color: theme.text, width: 1, dash: "dot" } }
    );
    const { height, margin } = figure.layout;
    // Room for the buttons, which would lie on the highest values; paper has none.
    const size = onPaper
      ? { autosize: false, width: PAPER, height: height - LOWER }
      : { height: height + BUTTONS - margin.t, margin: { ...margin, t: BUTTONS } };
    const layout = {
      ...figure.layout,
      ...size,
      shapes,
      xaxis: axis(figure.layout.xaxis),
      yaxis: axis(figure.layout.yaxis),
      font: { color: theme.text, size: 13, family: "system-ui, sans-serif" },
      paper_bgcolor: theme.paper,
      plot_bgcolor: theme.paper,
      hoverlabel: { align: "left", font: { color: theme.text }, bgcolor: theme.paper },
    };
    const data = figure.data.map((trace) => {
      const error_y = trace.error_y && { ...trace.error_y, color: theme.text };
      const error_x = trace.error_x && { ...trace.error_x, color: theme.text };
      if (trace.meta === "bound") return { ...trace, line: { ...trace.line, color: theme.text } };
      if (trace.meta === "published") {
        return {
          ...trace,
          marker: trace.marker.color
            ? { ...trace.marker, line: { color: theme.text, width: 1.2 } }
            : { ...trace.marker, color: theme.text, line: { color: theme.paper, width: 1 } },
        };
      }
      if (trace.meta === "total") {
        return { ...trace, error_x, marker: { ...trace.marker, line: { color: theme.text, width: 2.5 } } };
      }
      if (trace.marker?.symbol?.endsWith("-open")) {
        return { ...trace, error_y, marker: { ...trace.marker, line: { width: 2 } } };
      }
      // The mark of a winner lies on a cell of its own colour.
      const outlined = trace.type === "bar" || trace.meta === "winner";
      const line = { color: theme.text, width: outlined ? 0.8 : 0 };
      return {
        ...trace,
        ...(error_y ? { error_y } : {}),
        ...(error_x ? { error_x } : {}),
        marker: { ...trace.marker, line },
      };
    });
    return { data, layout };
  }

  function draw(place, theme, onPaper = false) {
    const figure = JSON.parse(document.getElementById(`${place.id}-data`).textContent);
    const { data, layout } = themed(figure, theme, onPaper);
    drawn.add(place);
    // A reader who does not see it has the numbers in a table; the ticks alone, read one by one, say nothing.
    return Plotly.react(place, data, layout, settings).then(() => {
      for (const picture of place.querySelectorAll(".main-svg, .modebar")) {
        picture.setAttribute("aria-hidden", "true");
      }
      for (const button of place.querySelectorAll(".modebar :is(a, button)")) button.tabIndex = -1;
      // Where plotly measures text.
      document.getElementById("js-plotly-tester")?.setAttribute("aria-hidden", "true");
    });
  }

  const current = () => (dark.matches ? themes.dark : themes.light);
  const nearby = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      nearby.unobserve(target);
      draw(target, current());
    }
  }, { rootMargin: "600px" });
  for (const place of places) nearby.observe(place);
  dark.addEventListener("change", () => drawn.forEach((place) => draw(place, current())));

  // Paper is white. What is folded is left out.
  const shown = () => places.filter((place) => place.checkVisibility());
  addEventListener("beforeprint", () => {
    for (const place of shown()) draw(place, themes.light, true);
  });
  addEventListener("afterprint", () => {
    for (const place of shown()) draw(place, current());
  });
})();
